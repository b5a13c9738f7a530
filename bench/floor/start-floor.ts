import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseJson } from "@tidemark/core";
import { z } from "zod";
import { end, listening } from "../http-server.ts";
import type { Served } from "../load.ts";

const root = resolve(import.meta.dirname, "../..");
const manifest = z.object({ scripts: z.object({ server: z.string() }) });

/** Starts the floor as a separate process over the database of a running server, with the server's flags. */
export async function startFloor(databaseFile: string): Promise<Served & AsyncDisposable> {
  const { scripts } = parseJson(manifest, await readFile(resolve(root, "package.json"), "utf8"));
  const command = scripts.server.replace(/\S+\.mjs$/, "bench/floor/floor-server.ts");
  const child = spawn("sh", ["-c", `${command} "$0"`, databaseFile], {
    cwd: root,
    // As npm sets it for scripts.
    env: {
      ...process.env,
      PATH: `${resolve(root, "node_modules/.bin")}:${process.env["PATH"] ?? ""}`,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { url } = await listening(child, /^Floor: (\S+)$/, performance.now());
  if (child.pid === undefined) throw new Error("the floor has no process");
  return { url, pid: child.pid, [Symbol.asyncDispose]: () => end(child) };
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Corpora } from "../corpus-file.ts";

/** The floor in a process of its own, over a copy of the corpus of one owner. */
export interface FloorServer extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
}

/** Flags of Node and the environment as `npm run server` has them: only the program differs. */
const nodeFlags = ["--max-semi-space-size=16"];
const env = { MALLOC_MMAP_THRESHOLD_: "4194304" };

export async function startFloor(corpora: Corpora): Promise<FloorServer> {
  await using starting = new AsyncDisposableStack();
  const folder = starting.use(await corpora.copy("one-owner"));
  const program = resolve(import.meta.dirname, "serve-floor.ts");
  const child = spawn(process.execPath, [...nodeFlags, program, folder.databaseFile], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  starting.defer(async () => {
    if (child.exitCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  });
  const url = await listeningUrl(createInterface(child.stdout));
  const { pid } = child;
  if (pid === undefined) throw new Error("the floor has no process");
  const held = starting.move();
  return { url, pid, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

async function listeningUrl(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const match = /^Floor: (\S+)$/.exec(line);
    if (match?.[1] !== undefined) return match[1];
  }
  throw new Error("the floor ended before it listened");
}

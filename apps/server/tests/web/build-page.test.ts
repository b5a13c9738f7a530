import { mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseJson } from "@tidemark/core";
import { pino } from "pino";
import { expect, test } from "vitest";
import { z } from "zod";
import { readConfig } from "../../src/cli/config.ts";
import { startServer } from "../../src/start-server.ts";
import { open, post, sessionOf } from "./browser.ts";
import { writeBuild } from "./built-page.ts";

/** Process id and priority of a builder. */
const noted = z.tuple([z.number(), z.number()]);

/** Starts the real server with a page and a builder, which is the given program. */
async function startWithBuilder(root: string, program: string) {
  const builder = join(root, "build.mjs");
  await writeFile(builder, program);
  const args = ["--data", join(root, "data"), "--port", "0", "--admin-username", "alice"];
  const config = readConfig([...args, "--admin-password", "correct horse"], "0.0.0");
  if (!config.ok) throw new Error("these options are not understood");
  const log: string[] = [];
  const folder = join(root, "dist");
  const started = await startServer(config.value, {
    version: "0.0.0",
    logger: pino({}, { write: (line: string) => log.push(line) }),
    page: { folder, builder },
  });
  if (!started.ok) throw new Error(started.error.message);
  const server = started.value;
  const signedIn = await post(server, "/sign-in", {
    username: "alice",
    password: "correct horse",
  });
  const headers = { cookie: sessionOf(signedIn) };
  return {
    log,
    folder,
    page: () => open(server, "/", { headers }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Program that notes its process and priority, and builds until it is ended. */
const endless = (note: string): string =>
  `import { writeFileSync } from "node:fs"; import { getPriority } from "node:os";
   setTimeout(() => writeFileSync(${JSON.stringify(note)}, JSON.stringify([process.pid, getPriority()])), 300);
   setInterval(() => {}, 1000);`;

test("a server without a build listens, builds beside with low priority, and shows when it is done", async () => {
  await using root = await mkdtempDisposable(join(tmpdir(), "tidemark-builder-"));
  const note = join(root.path, "note");
  let pid = 0;
  {
    await using server = await startWithBuilder(root.path, endless(note));
    const { status, html } = await server.page();
    expect(status).toBe(503);
    expect(html).toContain("Tidemark is getting ready");
    expect(html).toContain('<meta http-equiv="refresh" content="3;url=/">');
    await expect.poll(() => readFile(note, "utf8").catch(() => "")).not.toBe("");
    const [builder, priority] = parseJson(noted, await readFile(note, "utf8"));
    pid = builder;
    expect(priority).toBeGreaterThan(0);
    await writeBuild(server.folder, "first");
    expect((await server.page()).html).toContain("Build first");
  }
  // The builder ends with the server.
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test("a failed build is logged with its reason, and the page says so", async () => {
  await using root = await mkdtempDisposable(join(tmpdir(), "tidemark-builder-"));
  const program = `console.error("no such plugin: tides"); process.exit(3);`;
  await using server = await startWithBuilder(root.path, program);
  await expect.poll(async () => (await server.page()).html).toContain("The app couldn’t be built");
  const [line = ""] = server.log.filter((each) => each.includes("could not be built"));
  expect(line).toContain("exit code 3");
  expect(line).toContain("no such plugin: tides");
  // The build before stays.
  await writeBuild(server.folder, "earlier");
  expect((await server.page()).html).toContain("Build earlier");
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { expect, test } from "vitest";
import { readConfig } from "../../src/cli/config.ts";
import { startServer } from "../../src/start-server.ts";

// The commands that people copy from the documentation, run by a shell against a whole server.

const root = resolve(import.meta.dirname, "../../../..");

/** Returns the commands of a page that call the server: its blocks of `sh`, in order. */
function commandsOf(page: string): string[] {
  const blocks = readFileSync(join(root, page), "utf8").matchAll(/^```sh\n(.*?)^```$/gms);
  return [...blocks].map(([, commands = ""]) => commands).filter((each) => !/^npm /m.test(each));
}

/** Runs commands in a folder of their own, with the files that they upload. Returns their output. */
async function runIn(folder: string, commands: string): Promise<string> {
  for (const name of ["README.md", "LICENSE"]) copyFileSync(join(root, name), join(folder, name));
  const path = [dirname(process.execPath), process.env["PATH"]].join(delimiter);
  const shell = spawn("bash", ["-eu", "-c", commands], {
    cwd: folder,
    env: { ...process.env, PATH: path },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(shell, "close");
  const [output, errors] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
  expect({
    code: (await ended)[0],
    errors: errors.replaceAll(/^bash: .*Terminated.*$\n?/gm, ""),
  }).toEqual({
    code: 0,
    errors: "",
  });
  return output;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

test.each([
  // A share that was deleted, and a page that isn't there.
  ["docs/api.md", ["NOT_FOUND", "INVALID_ARGUMENT"]],
  ["README.md", []],
  ["docs/server/users.md", []],
])("the commands of %s work, except those that it calls refused", async (page, refused) => {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-commands-"));
  try {
    const account = ["--admin-username", "alice", "--admin-password", "correct horse"];
    const options = ["--data", join(folder, "data"), "--port", "0", "--rate-limit", "0"];
    const config = readConfig([...options, ...account], "0.0.0");
    if (!config.ok) throw new Error("the options are wrong");
    const started = await startServer(config.value, {
      version: "0.0.0",
      logger: pino({ level: "silent" }),
    });
    if (!started.ok) throw new Error(started.error.message);
    await using server = started.value;
    const commands = commandsOf(page)
      .join("\n")
      .replaceAll(/http:\/\/127\.0\.0\.1:5230|https:\/\/notes\.example/g, server.url)
      .replaceAll('"password":"…"', '"password":"correct horse"')
      .replaceAll("7070", String(await freePort()));
    const output = await runIn(folder, commands);
    const codes = output.matchAll(/"(?:reason|code)":"([A-Z_]+)"/g);
    expect([...codes].map(([, code]) => code)).toEqual(refused);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

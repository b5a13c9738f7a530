import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { ThreadOptions } from "./thread/run-in-thread.ts";
import { runVerb } from "./run-verb.ts";
import type { TidemarkContext } from "./thread/tidemark-context.ts";
import type { ImportCommand } from "./tidemark-options.ts";

// A thread would load every module again.
vi.mock("./thread/run-in-thread.ts", async () => {
  const { runCommand } = await import("./run-command.ts");
  return {
    runInThread: (_file: URL, context: TidemarkContext, options: ThreadOptions) =>
      runCommand(options.workerData as ImportCommand, context),
    threadFile: (module: string) => new URL(module),
  };
});

/** Terminal control sequences: clear the screen, set a title, and a right-to-left override. */
const orders = "\u001B[2J\u001B]0;title\u0007\u009B31m\u202Eb";

/** Imports a folder that contains one file, as a dry run. Returns the output. */
async function saidOfFolder(
  folder: string,
  file: string,
): Promise<{ readonly code: number; readonly err: string; readonly out: string }> {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-verb-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  await mkdir(join(dir, folder));
  await writeFile(join(dir, folder, file), "text");
  const written = { err: "", out: "" };
  const noted = (to: "err" | "out") => (text: unknown) => {
    written[to] += String(text);
    return true;
  };
  const err = vi.spyOn(process.stderr, "write").mockImplementation(noted("err"));
  const out = vi.spyOn(process.stdout, "write").mockImplementation(noted("out"));
  try {
    const from = join(dir, folder);
    const code = await runVerb(["import", from, "--data", join(dir, "data"), "--dry-run"]);
    return { code, ...written };
  } finally {
    err.mockRestore();
    out.mockRestore();
  }
}

test.each([
  ["refuses a source", "Notes", `${orders}.bin`, 2, "tidemark: no notes found"],
  ["names a source", orders, "a.md", 0, "Reading the Markdown files of"],
])(
  "an import that %s prints no control characters from others' files",
  async (_what, folder, file, code, words) => {
    const said = await saidOfFolder(folder, file);
    expect(said).toMatchObject({ code, err: expect.stringContaining(words) });
    const all = said.err + said.out;
    expect(all).toContain("\uFFFD[2J");
    expect(all.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  },
);

test("an import of a list that a server cuts short exits with 1, and says so", async () => {
  const server = createServer((request, response) => {
    const isMe = request.url === "/api/v1/auth/me";
    if (isMe) response.end('{"user":{"name":"users/ann","username":"ann"}}');
    else if (request.url?.includes("pageToken") === true) response.end("<!doctype html>");
    else response.end('{"memos":[],"nextPageToken":"2"}');
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => new Promise((done) => server.close(() => done())));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const dir = await mkdtemp(join(tmpdir(), "tidemark-verb-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  vi.stubEnv("TIDEMARK_TOKEN", "token");
  onTestFinished(() => void vi.unstubAllEnvs());
  let said = "";
  const err = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    said += String(text);
    return true;
  });
  onTestFinished(() => err.mockRestore());
  const url = `http://127.0.0.1:${address.port}`;
  expect(await runVerb(["import", url, "--data", join(dir, "data")])).toBe(1);
  expect(said).toContain(`the memos on 127.0.0.1:${address.port} was cut short`);
  expect(said).toContain("run it again and it goes on");
});

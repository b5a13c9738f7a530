import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { apiClient, createToken } from "../tests/system/api-client.ts";
import { createNotebookClient } from "./notebook-client.ts";
import { startServer } from "../tests/system/running-program.ts";

const admin = { username: "admin", password: "a long password" };

const first = {
  file: "2015/tides.md",
  createTime: "2015-02-06T22:02:43-06:00",
  content: "# Tides\n\nTwice a day. #sea",
};
const second = { file: "boats.md", createTime: "2019-07-01T00:00:00Z", content: "Mend the oar." };

describe("notebook", () => {
  test("creates each note as a memo with its date, without duplicates", async () => {
    await using server = await startTestServer();
    using notebook = notebookFile([first, second]);
    const args = ["--to", server.url, "--token", server.token, notebook.path];
    expect(await runNotebook(args)).toEqual({
      code: 0,
      out: "2 created, 0 already there, 0 failed\n",
      err: "",
    });
    expect((await runNotebook(args)).out).toBe("0 created, 2 already there, 0 failed\n");

    const listed = await apiClient(server.url, server.token).get("/memos");
    expect(listed.body["memos"]).toMatchObject([
      { content: second.content, createTime: "2019-07-01T00:00:00Z" },
      {
        content: first.content,
        createTime: "2015-02-07T04:02:43Z",
        updateTime: "2015-02-07T04:02:43Z",
        tags: ["sea"],
      },
    ]);
  });

  test("names invalid lines, creates the others, and exits with 1", async () => {
    await using server = await startTestServer();
    const { createTime: _createTime, ...undated } = second;
    using notebook = notebookFile([
      first,
      "{",
      undated,
      "",
      first,
      { ...second, createTime: "yesterday" },
      second,
    ]);
    const ran = await runNotebook(["--to", server.url, "--token", server.token, notebook.path]);
    expect(ran).toMatchObject({ code: 1, out: "2 created, 0 already there, 4 failed\n" });
    expect(ran.err).toContain("line 2: is no JSON");
    expect(ran.err).toContain("line 3: createTime: ");
    expect(ran.err).toContain("line 5: file: line 1 has the same");
    expect(ran.err).toContain("line 6: createTime: ");
  });

  test("stops if the server rejects the token, and reports that once", async () => {
    await using server = await startTestServer();
    using notebook = notebookFile([first, second]);
    const args = ["--to", server.url, "--token", "wrong", "--concurrency", "1", notebook.path];
    const ran = await runNotebook(args);
    expect(ran).toMatchObject({ code: 1, out: "0 created, 0 already there, 2 failed\n" });
    expect(ran.err).toMatch(/^line 1: 401 .+\n$/);
  });

  test("waits as long as a rate limit requires, then creates the notes", async () => {
    const asked: string[] = [];
    await using limited = await startStub((respond) => {
      asked.push("asked");
      if (asked.length === 1) respond(429, { "retry-after": "3540" });
      else respond(200, {});
    });
    const said: string[] = [];
    const client = createNotebookClient({
      to: limited.url,
      token: "t",
      log: (line) => said.push(line),
      sleep: async (ms) => asked.push(`slept ${ms}`),
    });
    expect(await client.create(first)).toEqual({ type: "created" });
    expect(await client.create(second)).toEqual({ type: "created" });
    expect(asked).toEqual(["asked", "slept 3540000", "asked", "asked"]);
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/going on in 3540 s.+--rate-limit 0/);
  });

  test("gives up on a note if the server stays unavailable", async () => {
    let asked = 0;
    await using ill = await startStub((respond) => {
      asked += 1;
      respond(429, { "retry-after": "0" });
    });
    using notebook = notebookFile([first]);
    const ran = await runNotebook(["--to", ill.url, "--token", "t", notebook.path]);
    expect(ran).toMatchObject({ code: 1, out: "0 created, 0 already there, 1 failed\n" });
    expect(asked).toBe(5);
  });

  test("reports a missing notebook in one line", async () => {
    const ran = await runNotebook(["--to", "http://127.0.0.1:1", "--token", "t", "no-such.jsonl"]);
    expect(ran.code).toBe(1);
    expect(ran.err).toMatch(/^error: the notebook cannot be read: .+\n$/);
  });
});

async function startTestServer(): Promise<AsyncDisposable & { url: string; token: string }> {
  await using starting = new AsyncDisposableStack();
  const data = mkdtempSync(join(tmpdir(), "tidemark-notebook-server-"));
  starting.defer(() => rmSync(data, { recursive: true, force: true }));
  const names = ["--admin-username", admin.username, "--admin-password", admin.password];
  const args = ["--rate-limit", "0", ...names];
  const server = starting.use(await startServer(data, { args }));
  const token = await createToken(server.url, admin);
  const held = starting.move();
  return {
    url: server.url,
    token: token.value,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** Starts a server with fixed responses; a real one would need a thousand requests to return 429. */
async function startStub(
  answer: (respond: (status: number, headers: Record<string, string>) => void) => void,
): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      answer((status, headers) =>
        response.writeHead(status, { ...headers, "content-type": "application/json" }).end("{}"),
      );
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function notebookFile(lines: readonly (object | string)[]): Disposable & { path: string } {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-notebook-"));
  const path = join(folder, "notebook.jsonl");
  const texts = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  writeFileSync(path, `${texts.join("\n")}\n`);
  return { path, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

function runNotebook(
  args: readonly string[],
): Promise<{ code: number | null; out: string; err: string }> {
  const script = resolve(import.meta.dirname, "notebook.ts");
  const { TIDEMARK_TOKEN: _token, ...env } = process.env;
  return new Promise((done) => {
    const child = execFile(process.execPath, [script, ...args], { env }, (_error, out, err) =>
      done({ code: child.exitCode, out, err }),
    );
  });
}

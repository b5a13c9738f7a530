import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Result, unwrap } from "@tidemark/core";
import { type DataFolder, type DataFolderError, openDataFolder } from "@tidemark/db/node";
import { appRouter } from "@tidemark/core/router";
import { expect, onTestFinished, test, vi } from "vitest";
import { openHost } from "../../host/open-host.ts";
import { claimFolder } from "../../socket/ask-host.ts";
import { toolsOf } from "../../socket/device-tools.ts";
import { hostSocketOf, openHostSocket } from "../../socket/host-socket.ts";
import { memosForAssistants } from "./memos-for-assistants.ts";
import type { ToolResult } from "../../socket/tool-call.ts";

const quiet = (): void => undefined;

async function emptyFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-mcp-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

async function opened(opening: Promise<Result<DataFolder, DataFolderError>>): Promise<DataFolder> {
  const folder = await opening;
  if (!folder.ok) throw new Error(folder.error.type);
  return folder.value;
}

/** An assistant's program over a folder. */
function connect(dir: string, canWrite = true) {
  const memos = memosForAssistants(dir, { log: quiet, patienceMs: 500 });
  onTestFinished(() => memos.close());
  const call = (tool: string, input: object = {}): Promise<ToolResult> =>
    memos.run({ tool, input, client: "Assistant", canWrite });
  return { call, close: () => memos.close() };
}

/** The app on a folder, as its starts open it. */
async function openApp(dir: string) {
  const folder = await opened(claimFolder(dir));
  const host = await openHost({ dir });
  const socket = await openHostSocket({ dir, run: toolsOf(host), log: quiet });
  const close = async (): Promise<void> => {
    await socket[Symbol.asyncDispose]();
    await host.close();
    await folder[Symbol.asyncDispose]();
  };
  onTestFinished(close);
  return { host, close };
}

const contentsIn = (found: ToolResult): string[] => {
  const { memos } = unwrap(found).output as { memos: { snippet: string }[] };
  return memos.map(({ snippet }) => snippet);
};

test("an assistant works on a closed app's memos, and gives the folder to the app when it starts", async () => {
  const dir = await emptyFolder();
  const assistant = connect(dir);
  unwrap(await assistant.call("create_memo", { content: "before the app" }));
  expect((await openDataFolder(dir)).ok).toBe(false);

  const app = await openApp(dir);
  unwrap(await assistant.call("create_memo", { content: "beside the app" }));
  const router = appRouter.createCaller({ app: app.host.app });
  const { memos } = await router.memos.list({});
  expect(memos.map(({ content }) => content)).toEqual(["beside the app", "before the app"]);

  await app.close();
  unwrap(await assistant.call("create_memo", { content: "after the app" }));
  expect(contentsIn(await assistant.call("search_memos"))).toEqual([
    "after the app",
    "beside the app",
    "before the app",
  ]);
  await assistant.close();
  expect(existsSync(join(dir, "host.sock"))).toBe(false);
  await using again = await opened(openDataFolder(dir));
  expect(again.path).toBe(dir);
});

test("several assistants share a folder, and the next one has it when the first ends", async () => {
  const dir = await emptyFolder();
  const [first, second] = [connect(dir), connect(dir)];
  const made = await Promise.all(
    [first, second, first, second].map(({ call }, at) =>
      call("create_memo", { content: `memo ${at}` }),
    ),
  );
  expect(made.every(({ ok }) => ok)).toBe(true);
  await first.close();
  expect(contentsIn(await second.call("search_memos")).toSorted()).toEqual([
    "memo 0",
    "memo 1",
    "memo 2",
    "memo 3",
  ]);
});

test("an assistant without leave to write changes nothing, also beside the app", async () => {
  const dir = await emptyFolder();
  const app = await openApp(dir);
  const refused = await connect(dir, false).call("create_memo", { content: "no" });
  expect(refused).toMatchObject({ ok: false, error: { code: "NOT_FOUND" } });
  await app.close();
  expect(await connect(dir, false).call("create_memo", { content: "no" })).toMatchObject({
    ok: false,
    error: { code: "NOT_FOUND" },
  });
  expect(contentsIn(await connect(dir, false).call("search_memos"))).toEqual([]);
});

test("the history names the assistant, by no more than sixty characters", async () => {
  const dir = await emptyFolder();
  const memos = memosForAssistants(dir, { log: quiet });
  onTestFinished(() => memos.close());
  const call = async (tool: string, input: object) => {
    const call = { tool, input, client: `A\u202e${"x".repeat(500)}`, canWrite: true };
    return unwrap(await memos.run(call)).output;
  };
  const { memo } = (await call("create_memo", { content: "one" })) as { memo: { name: string } };
  await call("edit_memo", { name: memo.name, append: "two" });
  const { revisions } = (await call("list_revisions", { name: memo.name })) as {
    revisions: { device: string }[];
  };
  expect(revisions).toHaveLength(1);
  expect(revisions[0]?.device.length).toBeLessThan(100);
  expect(revisions[0]?.device).toMatch(/^Ax{59} \(/);
});

test("a program that keeps the folder without answering is named", async () => {
  const dir = await emptyFolder();
  await using folder = await opened(openDataFolder(dir));
  expect(folder.path).toBe(dir);
  expect(await connect(dir).call("search_memos")).toMatchObject({
    ok: false,
    error: { code: "UNAVAILABLE", message: `process ${process.pid} has the memos open` },
  });
});

test("calls wait while the app restores a backup, and see what it restored", async () => {
  const dir = await emptyFolder();
  const { host } = await openApp(dir);
  const assistant = connect(dir);
  unwrap(await assistant.call("create_memo", { content: "in the backup" }));
  const { backups } = appRouter.createCaller({ app: host.app });
  const { name } = await host.backups.now({ why: "asked", signal: new AbortController().signal });
  unwrap(await assistant.call("create_memo", { content: "later" }));
  await backups.restore({ name, disconnects: false });
  await vi.waitUntil(async () => (await backups.state()).restored !== null, { timeout: 20_000 });
  expect(contentsIn(await assistant.call("search_memos"))).toEqual(["in the backup"]);
});

test("hostile requests at the socket get an error and end nothing", async () => {
  const dir = await emptyFolder();
  // Left by a program that was killed.
  await writeFile(join(dir, "host.sock"), "");
  await openApp(dir);
  expect((await stat(join(dir, "host.sock"))).mode & 0o077).toBe(0);
  const ask = (path: string, body: string, method = "POST"): Promise<string> =>
    new Promise((resolve) => {
      const socketPath = hostSocketOf(dir) ?? "";
      const asked = request({ socketPath, path, method }, (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (part: string) => (text += part));
        answer.on("end", () => resolve(`${answer.statusCode} ${text}`));
      });
      asked.on("error", ({ message }) => resolve(message));
      asked.end(body);
    });
  const call = (tool: unknown, input: unknown): string =>
    JSON.stringify({ tool, input, client: "", canWrite: true });
  expect(await ask("/hand-over", "{}")).toBe("404 {}");
  expect(await ask("/tools", "", "GET")).toBe("404 {}");
  expect(await ask("/tools", "{")).toContain("INVALID_ARGUMENT");
  expect(await ask("/tools", call(7, {}))).toContain("INVALID_ARGUMENT");
  expect(await ask("/tools", call("constructor", {}))).toContain("NOT_FOUND");
  expect(await ask("/tools", call("get_memo", { name: "../../etc" }))).toContain(
    "INVALID_ARGUMENT",
  );
  expect(await ask("/tools", call("create_memo", { content: "\ud800" }))).toMatch(/^200 /);
  expect(await ask("/tools", "x".repeat(9 * 1024 * 1024))).toMatch(/INVALID_ARGUMENT|EPIPE|hang/);
  expect(await ask("/tools", call("search_memos", {}))).toMatch(/^200 .*"ok":true/);
});

test("without a socket the app runs as ever, and the log says so", async () => {
  const dir = await emptyFolder();
  await mkdir(join(dir, "host.sock"));
  const lines: string[] = [];
  const { host } = await openApp(dir);
  const socket = await openHostSocket({
    dir,
    run: toolsOf(host),
    log: (line) => lines.push(line),
  });
  await socket[Symbol.asyncDispose]();
  expect(lines).toEqual([expect.stringContaining("no socket")]);
});

test("a folder whose path is too long for a socket has none", () => {
  expect(hostSocketOf(`/${"long/".repeat(30)}`)).toBe(null);
  expect(hostSocketOf("/data")).toBe(process.platform === "win32" ? null : "/data/host.sock");
});

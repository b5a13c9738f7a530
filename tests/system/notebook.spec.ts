import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "@playwright/test";
import { ownNotebook, realNotebook } from "../samples/notebooks.ts";
import { apiClient, createToken } from "./api-client.ts";
import { type AppClient, openRouter } from "./app-router.ts";
import { startApp, startServer } from "./running-program.ts";

const root = resolve(import.meta.dirname, "../..");
const admin = { username: "alice", password: "correct horse" };

test.setTimeout(300_000);

interface Seen {
  readonly createdMs: number;
  readonly tags: readonly string[];
  readonly property: Record<string, unknown>;
  readonly snippet: string;
}

test("a notebook imported through the API is complete on a device", async () => {
  const home = await mkdtemp(join(tmpdir(), "tidemark-notebook-"));
  const notebook = await writeNotebook(home);
  const lines = (await readFile(notebook, "utf8")).trim().split("\n");
  const args = ["--admin-username", admin.username, "--admin-password", admin.password];
  await using server = await startServer(join(home, "cellar"), {
    args: [...args, "--rate-limit", "0"],
  });
  const token = await createToken(server.url, admin);

  const printed = await importNotebook(server.url, token.value, notebook);
  expect(printed).toContain(`${lines.length} created, 0 already there, 0 failed`);
  const again = await importNotebook(server.url, token.value, notebook);
  expect(again).toContain(`0 created, ${lines.length} already there, 0 failed`);

  await using app = await startApp(join(home, "desk"));
  const device = await openRouter(app.url);
  await device.sync.connect.mutate({ url: server.url, ...admin });
  await expect
    .poll(async () => (await device.memos.counts.query()).normal, { timeout: 120_000 })
    .toBe(lines.length);

  const onServer = await allOnServer(server.url, token.value);
  const onDevice = await allOnDevice(device);
  expect(onDevice.size).toBe(lines.length);
  expect(Object.fromEntries(onDevice)).toEqual(Object.fromEntries(onServer));

  for (const words of ["array", "#til", "postgres index", '"git log"', "has:code -ruby"]) {
    const cel = celOf(words);
    const api = await countOnServer(server.url, token.value, cel);
    const local = await idsOnDevice(device, words);
    expect(local.length, words).toBe(api);
  }
  await rm(home, { recursive: true, force: true });
});

/** Writes our own notes, and the real ones if present, to a file. */
async function writeNotebook(home: string): Promise<string> {
  const parts = [ownNotebook, realNotebook].filter((part) => part !== null);
  const texts = await Promise.all(parts.map((part) => readFile(part, "utf8")));
  const file = join(home, "notebook.jsonl");
  await writeFile(file, texts.join(""));
  return file;
}

function importNotebook(url: string, token: string, file: string): Promise<string> {
  const args = ["run", "notebook", "--", "--to", url, "--token", token, file];
  const child = spawn("npm", args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("close", (code) =>
      code === 0 ? done(printed) : fail(new Error(`notebook ended with ${code}:\n${printed}`)),
    );
  });
}

async function allOnServer(url: string, token: string): Promise<Map<string, Seen>> {
  const api = apiClient(url, token);
  const memos = new Map<string, Seen>();
  let pageToken = "";
  do {
    const page = await api.get(`/memos?pageSize=1000&pageToken=${pageToken}`);
    for (const { name, createTime, tags, property, snippet } of page.body.memos) {
      memos.set(name, { createdMs: Date.parse(createTime), tags, property, snippet });
    }
    pageToken = page.body.nextPageToken;
  } while (pageToken !== "");
  return memos;
}

async function countOnServer(url: string, token: string, filter: string): Promise<number> {
  const api = apiClient(url, token);
  let count = 0;
  let pageToken = "";
  do {
    const query = `filter=${encodeURIComponent(filter)}&pageSize=1000&pageToken=${pageToken}`;
    const page = await api.get(`/memos?${query}`);
    count += page.body.memos.length;
    pageToken = page.body.nextPageToken;
  } while (pageToken !== "");
  return count;
}

async function allOnDevice(device: AppClient): Promise<Map<string, Seen>> {
  const memos = new Map<string, Seen>();
  for await (const memo of everyMemo(device, "")) {
    const { id, createdMs, tags, snippet } = memo;
    // The API has no count of open tasks.
    const { openTasks: _openTasks, ...property } = memo.property;
    memos.set(`memos/${id}`, { createdMs, tags, property, snippet });
  }
  return memos;
}

async function idsOnDevice(device: AppClient, search: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const memo of everyMemo(device, search)) ids.push(memo.id);
  return ids;
}

async function* everyMemo(
  device: AppClient,
  search: string,
): AsyncGenerator<Awaited<ReturnType<AppClient["memos"]["get"]["query"]>>> {
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<AppClient["memos"]["list"]["query"]>> =
      await device.memos.list.query({ search, cursor, pageSize: 200 });
    yield* page.memos;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

/** Returns the CEL filter for a search, according to the search box's specification. */
function celOf(words: string): string {
  const cel: Record<string, string> = {
    array: 'content.contains("array")',
    "#til": '"til" in tags',
    "postgres index": 'content.contains("postgres") && content.contains("index")',
    '"git log"': 'content.contains("git log")',
    "has:code -ruby": 'has_code && !content.contains("ruby")',
  };
  const known = cel[words];
  if (known === undefined) throw new Error(`no filter for ${words}`);
  return known;
}

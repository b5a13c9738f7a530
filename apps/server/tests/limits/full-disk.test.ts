import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openFiles } from "../../src/files/store/open-files.ts";
import { createDiskSpace, type DiskPlace } from "../../src/disk/disk-space.ts";
import { type HttpServer, type Reply, startHttpServer } from "../http-server.ts";
import { tus } from "../sync/tus-client.ts";
import { assertedMemo, openSyncDevice, stampAt } from "../sync-device.ts";

const mebibyte = 1024 * 1024;
const data: DiskPlace = { name: "data", folder: "data", holds: "texts" };
const files: DiskPlace = { name: "files", folder: "files", holds: "files" };

/** Free bytes on the disk of each folder. */
const free = { data: 0, files: 0 };
const disk = createDiskSpace([data, files], {
  everyMs: 0,
  measure: async (folder) => (folder === "data" ? free.data : free.files),
});
const plenty = 1000 * mebibyte;
/** One byte less than the reserve of 64 MiB. */
const short = 64 * mebibyte - 1;

let server: HttpServer;
let token: string;
let alice: (method: string, path: string, body?: unknown) => Promise<Reply>;
beforeAll(async () => {
  Object.assign(free, { data: plenty, files: plenty });
  server = await startHttpServer({ metrics: { token: "a-token-for-prometheus" } }, { disk });
  token = await server.alice();
  const bearer = token;
  alice = (method, path, body) => server.ask(method, `/api/v1${path}`, { bearer, body });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  Object.assign(free, { data: plenty, files: plenty });
  server.log.length = 0;
});

const account = { username: "alice", password: "correct horse" };
const upload = { filename: "a.txt", content: btoa("a file") };
const words = "the disk that holds the data is full; nothing was written";

describe("a disk with only its reserve left", () => {
  test("rejects texts and files in every form, with a message", async () => {
    const { body } = await alice("POST", "/memos?memoId=full1", { content: "before" });
    free.data = short;
    const refused = { status: 503, body: { code: 14, message: words } };
    expect(await alice("POST", "/memos", { content: "x" })).toMatchObject(refused);
    expect(await alice("PATCH", "/memos/full1", { content: "x" })).toMatchObject(refused);
    expect(await alice("POST", "/memos/full1/comments", { content: "x" })).toMatchObject(refused);
    expect(await alice("POST", "/attachments", upload)).toMatchObject(refused);
    expect(await alice("PATCH", `/memos/${String(body["id"])}`, { content: "x" })).toMatchObject({
      status: 503,
      body: { error: { code: "UNAVAILABLE", message: words } },
    });
    const bearer = (await server.ask("POST", "/api/v1/auth/signin", { body: account })).body[
      "accessToken"
    ];
    const connect = await server.ask("POST", "/memos.api.v1.MemoService/CreateMemo", {
      bearer: String(bearer),
      body: { memo: { content: "x" } },
    });
    expect(connect).toMatchObject({ status: 503, body: { code: "unavailable", message: words } });
    const form = new FormData();
    form.append("file", new Blob(["a file"]), "a.txt");
    const sent = await fetch(`${server.url}/file/attachments`, {
      method: "POST",
      headers: { authorization: `Bearer ${String(bearer)}` },
      body: form,
    });
    expect(sent.status).toBe(503);
  });

  test("still allows reads, sign-ins and deletions", async () => {
    await alice("POST", "/memos?memoId=full2", { content: "before" });
    await alice("POST", "/memos?memoId=full3", { content: "before" });
    const kept = await alice("POST", "/attachments", upload);
    Object.assign(free, { data: 0, files: 0 });
    expect((await alice("GET", "/memos/full2")).body["content"]).toBe("before");
    expect((await server.ask("POST", "/api/v1/auth/signin", { body: account })).status).toBe(200);
    // An unchanged text, which some clients send along, needs no space.
    const archived = { content: "before", rowStatus: "ARCHIVED" };
    expect((await alice("PATCH", "/memos/full2", archived)).status).toBe(200);
    expect((await alice("PATCH", "/memos/full2", { pinned: true })).status).toBe(200);
    expect((await alice("DELETE", "/memos/full2")).status).toBe(200);
    expect((await alice("DELETE", "/memos/full3?force=true")).status).toBe(200);
    expect((await alice("DELETE", `/${String(kept.body["name"])}`)).status).toBe(200);
  });

  test("logs one line for many refusals, without a stack", async () => {
    free.data = short;
    for (let n = 0; n < 5; n += 1) await alice("POST", "/memos", { content: "x" });
    // Another test may have logged the line of this minute.
    expect(server.log.filter((line) => line.includes("disk is full")).length).toBeLessThan(2);
    expect(server.log.join("")).not.toContain("stack");
  });

  test("of files only accepts texts", async () => {
    free.files = short;
    expect((await alice("POST", "/memos", { content: "x" })).status).toBe(200);
    expect((await alice("POST", "/attachments", upload)).status).toBe(503);
  });

  test("is reported by /readyz, which stays 200, and by the metrics", async () => {
    expect((await server.ask("GET", "/readyz")).body).toEqual({ status: "ok" });
    free.files = short;
    expect(await server.ask("GET", "/readyz")).toMatchObject({
      status: 200,
      body: { status: "degraded" },
    });
    const headers = { authorization: "Bearer a-token-for-prometheus" };
    const text = await (await fetch(`${server.url}/metrics`, { headers })).text();
    expect(text).toContain(`tidemark_disk_free_bytes{place="data"} ${plenty}`);
    expect(text).toContain(`tidemark_disk_free_bytes{place="files"} ${short}`);
  });

  test("accepts a device's deletions, and postpones the text after them", async () => {
    const device = await openSyncDevice(server, "alice");
    const atMs = server.clock.nowMs;
    await device.push(assertedMemo("full4", atMs, {}));
    free.data = short;
    const trashed = { kind: "memo.set", entity: "full4", stamp: stampAt(atMs + 1) };
    const ops = [
      { ...trashed, set: { deletedMs: atMs } },
      assertedMemo("full5", atMs + 2, {}),
      assertedMemo("full6", atMs + 3, {}),
    ];
    expect((await device.pushAll(ops)).map(({ code }) => code)).toEqual(["applied"]);
    await expect(device.pushAll(ops.slice(1))).rejects.toThrow("503");
    free.data = plenty;
    const left = await device.pushAll(ops.slice(1));
    expect(left.map(({ code }) => code)).toEqual(["applied", "applied"]);
  });

  test("rejects a device's file that would use the reserve, and the rest of one", async () => {
    const bytes = new Uint8Array(2048);
    const client = tus({ server, alice: token });
    free.files = 64 * mebibyte + 1024;
    const refused = await client.create(bytes);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toEqual({ code: "UNAVAILABLE", message: words });
    free.files = plenty;
    const created = await client.create(bytes);
    expect(created.status).toBe(201);
    const path = new URL(created.headers.get("location") ?? "", `${server.url}/sync/blobs/`)
      .pathname;
    free.files = short;
    expect((await client.send(path, 0, bytes)).status).toBe(503);
    free.files = plenty;
    expect((await client.send(path, 0, bytes)).status).toBe(204);
  });
});

test("a disk that fills up during an upload responds with 503", async () => {
  await using other = await startHttpServer(
    {},
    {},
    {
      openFilesOf: async (folder) => {
        const opened = await openFiles(folder);
        const stage = async () => {
          throw Object.assign(new Error("ENOSPC: no space left on device, write"), {
            code: "ENOSPC",
          });
        };
        return { ...opened, blobs: { ...opened.blobs, stage } };
      },
    },
  );
  const bearer = await other.alice();
  const ask = () => other.ask("POST", "/api/v1/attachments", { bearer, body: upload });
  expect(await ask()).toMatchObject({ status: 503, body: { code: 14, message: words } });
  await ask();
  const lines = other.log.filter((line) => line.includes("disk is full"));
  expect(lines).toHaveLength(1);
  expect(other.log.join("")).not.toContain("stack");
});

import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { openDatabase } from "@tidemark/db/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tempFolder } from "../../packages/db/tests/temp-database.ts";
import { openFiles } from "../../apps/server/src/files/store/open-files.ts";
import { createServices } from "../../apps/server/src/services/create-services.ts";
import { createToken } from "./api-client.ts";
import { alice } from "./in-process-server.ts";
import { type RunningProgram, startServer } from "./running-program.ts";

const mib = 1024 * 1024;
const memoCount = 50;
const clients = 12;
const maxResidentBytes = 600 * mib;

const folder = tempFolder();
const caller = {
  name: "users/alice",
  role: "ADMIN",
  spaces: [],
  scope: null,
  device: "test",
} as const;
let server: RunningProgram;
let token: string;
let epoch: string;

/** Returns 1 MiB of text as UTF-8. In memory it takes 2 MiB, because it isn't all Latin-1. */
function largeText(n: number): string {
  const line = `${"ab".repeat(500)}\n`;
  return `memo ${n} 潮\n${line.repeat(1046)}`;
}

/** Creates fifty memos of 1 MiB through the server's services. */
async function fill(path: string): Promise<void> {
  await using opened = await openDatabase({ file: `${path}/tidemark.db`, role: "server" });
  const services = await createServices(opened, { files: await openFiles(path) });
  await services.auth.createFirstAdministrator(alice);
  ({ epoch } = await services.sync.hello(caller));
  for (let n = 0; n < memoCount; n += 1) {
    const made = await services.memos.create(caller, { content: largeText(n), id: `m${n}` });
    expect(made.ok).toBe(true);
  }
}

beforeAll(async () => {
  await fill(folder.path);
  server = await startServer(folder.path, { args: ["--rate-limit", "0"] });
  token = (await createToken(server.url, alice)).value;
});

afterAll(async () => {
  await server.stop();
  folder[Symbol.dispose]();
});

/** Returns the peak resident memory of the server's process in bytes. */
function peakResidentBytes(): number {
  const pid = readFileSync(`${folder.path}/tidemark.pid`, "utf8").trim();
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

interface Ask {
  readonly path: string;
  readonly headers?: Record<string, string>;
  /** Body; makes the request a POST. */
  readonly body?: string;
}

/** Sends a request without reading the response. Resolves when the response starts to arrive. */
async function askUnread({ path, headers = {}, body = "" }: Ask): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const method = body === "" ? "GET" : "POST";
  const sent = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "content-length": String(body.length),
    ...headers,
  };
  const lines = Object.entries(sent).map((line) => line.join(": "));
  socket.write([`${method} ${path} HTTP/1.0`, ...lines, "", body].join("\r\n"));
  await new Promise((resolve, reject) => {
    socket.once("readable", resolve);
    socket.once("error", reject);
  });
  return socket;
}

describe.skipIf(process.platform !== "linux")("responses that clients don't read", () => {
  const gzip = { "accept-encoding": "gzip" };
  const place = { maxBytes: 16_777_216, scope: "u:alice", after: null, recentFirst: true };
  const sync = (): string => JSON.stringify({ epoch, cursors: { "u:alice": 0 }, ...place });
  const asks: readonly (readonly [string, () => Ask])[] = [
    ["a list", () => ({ path: "/api/v1/memos?pageSize=1000" })],
    ["a compressed list", () => ({ path: "/api/v1/memos?pageSize=1000", headers: gzip })],
    ["a list of the older form", () => ({ path: "/api/v1/memos?limit=100" })],
    ["a search", () => ({ path: "/api/v1/search?q=memo&limit=100" })],
    ["a pull", () => ({ path: "/sync/pull", body: sync() })],
    ["a page of a snapshot", () => ({ path: "/sync/snapshot", body: sync() })],
  ];

  test.for(asks)("%s: a dozen unread ones don't exceed the memory limit", async ([, ask]) => {
    const sockets = await Promise.all(Array.from({ length: clients }, () => askUnread(ask())));
    // A client that reads gets its response meanwhile.
    const other = await fetch(`${server.url}/api/v1/memos/m1`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(other.status).toBe(200);
    await other.text();
    expect(peakResidentBytes()).toBeLessThan(maxResidentBytes);
    const [first, ...others] = sockets;
    for (const socket of others) socket.destroy();
    if (first === undefined) throw new Error("no socket");
    expect((await text(first)).slice(0, 15)).toBe("HTTP/1.1 200 OK");
    expect(peakResidentBytes()).toBeLessThan(maxResidentBytes);
  });
});

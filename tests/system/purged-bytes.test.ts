import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type HttpServer, startHttpServer } from "../../apps/server/tests/http-server.ts";
import { findMarker, markerWord } from "./raw-bytes.ts";

const dayMs = 86_400_000;

interface Setting {
  readonly server: HttpServer;
  readonly bearer: string;
  /** Sends a request, expects status 200 and returns the created entity's id. */
  send(method: string, path: string, body?: unknown): Promise<string>;
}

/** Adds alice, an access token that doesn't expire, and ordinary memos to a server. */
async function setUp(server: HttpServer): Promise<Setting> {
  const session = await server.alice();
  const token = await server.ask("POST", "/api/v1/access-tokens", {
    bearer: session,
    body: { name: "x" },
  });
  const bearer = String(token.body["accessToken"]);
  const send: Setting["send"] = async (method, path, body) => {
    const reply = await server.ask(method, `/api/v1${path}`, { bearer, body });
    expect(reply.status).toBe(200);
    return String(reply.body["name"]).split("/").at(-1) ?? "";
  };
  for (let n = 0; n < 40; n += 1) {
    await send("POST", "/memos", { content: `ordinary ${n} #tag${n % 4}` });
  }
  return { server, bearer, send };
}

/** Returns a text with a marker in its title, tag and lines, long enough for some pages. */
function textWith(marker: string): string {
  const lines = Array.from({ length: 60 }, (_, n) => `line ${n} about ${marker} and more`);
  return [`# ${marker}`, `#tag/${marker}`, ...lines].join("\n\n");
}

describe("R16d · after upkeep, no file of a server contains purged data", () => {
  test("of a memo with revisions and a comment, purged by its owner", async () => {
    await using server = await startHttpServer();
    const { send } = await setUp(server);
    const [first, second, comment] = [markerWord(1), markerWord(2), markerWord(3)];
    const memo = await send("POST", "/memos", { content: textWith(first) });
    await send("PATCH", `/memos/${memo}`, { content: textWith(second) });
    await send("POST", `/memos/${memo}/comments`, { content: textWith(comment) });
    await send("POST", "/memos", { content: "after it #later" });
    for (const marker of [first, second, comment]) {
      expect(findMarker(server.folder, marker)).not.toEqual([]);
    }
    await send("DELETE", `/memos/${memo}?force=true`);
    expect(findMarker(server.folder, first)).not.toEqual([]);
    expect(await server.services.upkeep()).toMatchObject({ erased: 1 });
    for (const marker of [first, second, comment]) {
      expect(findMarker(server.folder, marker)).toEqual([]);
    }
    // No more erasing is due until the next removal.
    expect(await server.services.upkeep()).toMatchObject({ erased: 0 });
  });

  test("of a memo whose retention in the trash is over", async () => {
    await using server = await startHttpServer();
    const { send } = await setUp(server);
    const marker = markerWord(4);
    const memo = await send("POST", "/memos", { content: textWith(marker) });
    await send("DELETE", `/memos/${memo}`);
    server.clock.nowMs += 31 * dayMs;
    expect(await server.services.upkeep()).toMatchObject({ purgedMemos: 1, erased: 1 });
    expect(findMarker(server.folder, marker)).toEqual([]);
  });

  test("of a purged memo's files, a week later", async () => {
    await using server = await startHttpServer();
    const { send } = await setUp(server);
    const marker = markerWord(5);
    const content = Buffer.from(textWith(marker)).toString("base64");
    const memo = await send("POST", "/memos", { content: "with a file" });
    const file = { filename: `${marker}.txt`, type: "text/plain", content };
    await send("POST", "/attachments", { ...file, memo: `memos/${memo}` });
    const blobs = (): string[] => filesBelow(join(server.folder, "blobs"));
    expect(blobs()).toHaveLength(1);
    await send("DELETE", `/memos/${memo}?force=true`);
    await server.services.upkeep();
    // The filename was purged with the memo; the content stays a week, for a write under way.
    expect(findMarker(server.folder, marker).every((found) => found.includes("blobs"))).toBe(true);
    await server.services.attachments.sweep();
    server.clock.nowMs += 8 * dayMs;
    await server.services.attachments.sweep();
    expect(blobs()).toEqual([]);
    expect(findMarker(server.folder, marker)).toEqual([]);
  });
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
}

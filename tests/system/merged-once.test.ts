import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fromBase64, toBase64 } from "@tidemark/core/text";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { type Host, openHost } from "../../apps/desktop/src/host/open-host.ts";
import type { RunningServer } from "../../apps/server/src/start-server.ts";
import * as textDocument from "../../packages/core/src/text/text-document.ts";
import { apiClient, createToken } from "./api-client.ts";
import { alice, serveHere } from "./in-process-server.ts";

/** Text before each merge of an update. */
const merges: string[] = [];
const { applyTextUpdate } = textDocument;
vi.spyOn(textDocument, "applyTextUpdate").mockImplementation((current, update) => {
  merges.push(current.content);
  return applyTextUpdate(current, update);
});

let folder: string;
let server: RunningServer;
let host: Host;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "tidemark-merged-once-"));
  mkdirSync(join(folder, "device"));
  server = await serveHere(join(folder, "server"));
  host = await openHost({ dir: join(folder, "device") });
});
afterEach(async () => {
  await host.close();
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function must<T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result.error));
}

/** Sends an edit as an editor does. */
async function type(id: string, words: string): Promise<void> {
  const { gen, state } = must(await host.app.openText(id));
  const doc = new Y.Doc();
  Y.applyUpdate(doc, fromBase64(state));
  const known = Y.encodeStateVector(doc);
  doc.getText("content").insert(0, words);
  const update = toBase64(Y.encodeStateAsUpdate(doc, known));
  must(await host.app.pushText({ id, gen, update }));
}

describe("an edit of a memo's text is merged once", () => {
  test("when sent with PATCH", async () => {
    const script = apiClient(server.url, (await createToken(server.url, alice)).value);
    const made = await script.send("POST", "/memos", { content: "a text" });
    merges.length = 0;
    const edited = await script.send("PATCH", `/${made.body.name}`, { content: "another text" });
    expect(edited.body.content).toBe("another text");
    expect(merges).toEqual(["a text"]);
  });

  test("when an editor pushes it to its host", async () => {
    const { id } = must(await host.app.createMemo({ content: "a text" }));
    merges.length = 0;
    await type(id, "more of ");
    expect(must(await host.app.getMemo(id)).content).toBe("more of a text");
    expect(merges).toEqual(["a text"]);
  });

  test("when a device pushes it, even onto an edit that the device hasn't seen", async () => {
    must(await host.app.connect({ url: server.url, ...alice }));
    const { id } = must(await host.app.createMemo({ content: "a text" }));
    await host.app.syncNow();
    await host.app.setPaused(true);
    await type(id, "more of ");
    const script = apiClient(server.url, (await createToken(server.url, alice)).value);
    const edited = await script.send("PATCH", `/memos/${id}`, { content: "a text, and more" });
    expect(edited.status).toBe(200);
    merges.length = 0;
    await host.app.setPaused(false);
    await vi.waitFor(async () =>
      expect((await script.get(`/memos/${id}`)).body.content).toContain("more of"),
    );
    // The server merges; the device applies the merged document.
    expect(merges.filter((content) => content === "a text, and more")).toHaveLength(1);
  });
});

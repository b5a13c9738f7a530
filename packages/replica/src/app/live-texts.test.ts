import { setImmediate } from "node:timers/promises";
import { ok } from "@tidemark/core";
import type { TextChange } from "@tidemark/core/router";
import { fromBase64, textName, toBase64 } from "@tidemark/core/text";
import { describe, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { ChangeHub } from "../changes/change-hub.ts";
import { createLiveTexts } from "./live-texts.ts";

/** A host with one document, with the text `Hello` after a deletion. */
function host() {
  const doc = new Y.Doc();
  const text = doc.getText(textName);
  text.insert(0, "Hellox");
  text.delete(5, 1);
  const changes = new ChangeHub({ pause: () => setImmediate() });
  const stored = { gen: 1, doc };
  const state = () => Y.encodeStateAsUpdate(stored.doc);
  const texts = createLiveTexts({
    changes,
    read: async () => ({ gen: stored.gen, state: state() }),
    async edit({ update }) {
      Y.applyUpdate(stored.doc, update);
      changes.written({ memos: ["m1"], own: false });
      return ok(null);
    },
  });
  return { changes, stored, text, texts, state };
}

/** An editor that has opened the document, with every change that it received. */
function editor({ texts, state }: ReturnType<typeof host>) {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state());
  const text = doc.getText(textName);
  const session = doc.clientID;
  const vector = toBase64(Y.encodeStateVector(doc));
  const heard: TextChange[] = [];
  const ended = new AbortController();
  const watch = { id: "m1", session, since: { gen: 1, vector } };
  const watching = (async () => {
    for await (const change of texts.watch(watch, ended.signal)) {
      heard.push(change);
      if (change.gen === 1) Y.applyUpdate(doc, fromBase64(change.state));
    }
  })();
  return {
    heard,
    text,
    async edit(make: () => void) {
      const known = Y.encodeStateVector(doc);
      make();
      const update = toBase64(Y.encodeStateAsUpdate(doc, known));
      await texts.push({ id: "m1", gen: 1, update, session });
    },
    async [Symbol.asyncDispose]() {
      ended.abort();
      await watching;
    },
  };
}

/** Runs everything that is due, which takes only a few turns of the event loop here. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) await setImmediate();
}

describe("an editor that watches its text", () => {
  test("receives deletions that it may lack, and nothing else of the opened document", async () => {
    await using one = editor(host());
    await settled();
    expect(one.heard.length).toBeLessThanOrEqual(1);
    expect(one.text.toString()).toBe("Hello");
  });

  test("doesn't receive its own edits; another editor receives only those", async () => {
    const here = host();
    here.text.insert(0, "long ".repeat(2000));
    await using one = editor(here);
    await using other = editor(here);
    await settled();
    const before = one.heard.length;
    await one.edit(() => one.text.insert(0, "Oh. "));
    await one.edit(() => one.text.delete(one.text.length - 1, 1));
    await settled();
    expect(one.heard).toHaveLength(before);
    expect(other.text.toString()).toBe(one.text.toString());
    expect(here.text.toString()).toBe(one.text.toString());
    for (const { state } of other.heard) expect(state.length).toBeLessThan(200);
  });

  test("receives others' edits between its own", async () => {
    const here = host();
    await using one = editor(here);
    await settled();
    await one.edit(() => one.text.insert(5, " mine"));
    here.text.insert(0, "Theirs. ");
    here.text.delete(here.text.length - 1, 1);
    here.changes.memos(["m1"]);
    await vi.waitFor(() => expect(one.text.toString()).toBe("Theirs. Hello min"));
  });

  test("receives the whole document of another generation", async () => {
    const here = host();
    await using one = editor(here);
    await settled();
    here.stored.gen = 2;
    here.stored.doc = new Y.Doc();
    here.stored.doc.getText(textName).insert(0, "Hello again");
    here.changes.memos(["m1"]);
    await vi.waitFor(() => expect(one.heard.at(-1)?.gen).toBe(2));
    const renewed = new Y.Doc();
    Y.applyUpdate(renewed, fromBase64(one.heard.at(-1)?.state ?? ""));
    expect(renewed.getText(textName).toString()).toBe("Hello again");
  });
});

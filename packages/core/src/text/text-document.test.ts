import { test as property, fc } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import * as Y from "yjs";
import {
  applyTextUpdate,
  documentState,
  mergeTextUpdates,
  seedState,
  textName,
  textUpdateTo,
} from "./text-document.ts";
import type { MemoText } from "./memo-text.ts";

function seeded(content: string): MemoText {
  return { memo: "m1", content, text: { gen: 1, state: null } };
}

function merged(current: MemoText, update: Uint8Array): MemoText {
  const result = applyTextUpdate(current, update);
  if (!result.ok) throw new Error(result.error.type);
  return { memo: current.memo, ...result.value };
}

/** Well-formed text without characters that are normalised on write. */
const text = fc
  .string({ unit: "binary", maxLength: 60 })
  .map((raw) => raw.toWellFormed().replaceAll(/[\r\0]/g, "-"));

describe("the seed of a text", () => {
  property.prop([text])("T4 · is the same bytes on every replica", (content) => {
    expect(seedState("m1", 1, content)).toEqual(seedState("m1", 1, content));
  });

  property.prop([text, text])("T4 · merges with an edited copy of itself once", (content, next) => {
    const edited = textUpdateTo(seeded(content), next, 7);
    const there = edited === null ? seeded(content) : merged(seeded(content), edited);
    expect(merged(there, documentState(seeded(content))).content).toBe(there.content);
  });

  test("T4 · differs between memos, generations and texts", () => {
    const ids = [
      seedState("m1", 1, "a"),
      seedState("m2", 1, "a"),
      seedState("m1", 2, "a"),
      seedState("m1", 1, "b"),
    ].map((state) => JSON.stringify([...state]));
    expect(new Set(ids).size).toBe(4);
  });
});

describe("an update to a text", () => {
  property.prop([text, text])("T5 · makes it say what was asked for", (before, after) => {
    const update = textUpdateTo(seeded(before), after, 11);
    expect(update === null ? before : merged(seeded(before), update).content).toBe(after);
  });

  property.prop([text, text, text])("T6 · merges in any order", (base, left, right) => {
    const a = textUpdateTo(seeded(base), left, 21);
    const b = textUpdateTo(seeded(base), right, 22);
    fc.pre(a !== null && b !== null);
    if (a === null || b === null) return;
    const ab = merged(merged(seeded(base), a), b);
    const ba = merged(merged(seeded(base), b), a);
    expect(ab.content).toBe(ba.content);
    expect(merged(seeded(base), mergeTextUpdates([a, b])).content).toBe(ab.content);
  });

  property.prop([text, text])("T6 · changes nothing the second time", (base, next) => {
    const update = textUpdateTo(seeded(base), next, 31);
    fc.pre(update !== null);
    if (update === null) return;
    const once = merged(seeded(base), update);
    expect(merged(once, update)).toEqual(once);
  });

  test("T7 · is refused if it builds on missing edits", () => {
    const first = textUpdateTo(seeded("a"), "ab", 41);
    if (first === null) throw new Error("the texts differ");
    const second = textUpdateTo(merged(seeded("a"), first), "abc", 41);
    if (second === null) throw new Error("the texts differ");
    expect(applyTextUpdate(seeded("a"), second)).toEqual({
      ok: false,
      error: { type: "missing-base" },
    });
  });

  test("T7 · is refused if it isn't an update", () => {
    expect(applyTextUpdate(seeded("a"), new Uint8Array([255, 255, 255, 7]))).toMatchObject({
      ok: false,
      error: { type: "invalid-update" },
    });
  });

  test("T8 · gives normalised text, whatever the document contains", () => {
    const doc = new Y.Doc();
    Y.applyUpdate(doc, documentState(seeded("a")));
    doc.getText(textName).insert(1, "\r\nb\0");
    const result = merged(seeded("a"), Y.encodeStateAsUpdate(doc));
    expect(result.content).toBe("a\nb\uFFFD");
  });
});

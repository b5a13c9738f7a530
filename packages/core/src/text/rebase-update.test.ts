import { test as property, fc } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import * as Y from "yjs";
import { rebaserOf } from "./rebase-update.ts";
import {
  applyTextUpdate,
  documentState,
  documentText,
  mergeTextUpdates,
  textName,
} from "./text-document.ts";
import type { MemoText } from "./memo-text.ts";

/** Position (0 to 1), number of removed characters, and inserted text. */
type Edit = readonly [place: number, remove: number, insert: string];

const edit = fc.tuple(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.nat({ max: 4 }),
  fc.constantFrom("", "a", "bc", "déf", "🌿", "line\n"),
);

function session(start: Uint8Array, clientId: number, edits: readonly Edit[]): Y.Doc {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, start);
  doc.clientID = clientId;
  const text = doc.getText(textName);
  for (const [place, remove, insert] of edits) {
    const at = codePoint(text.toString(), Math.floor(place * text.length));
    const end = codePoint(text.toString(), Math.min(text.length, at + remove));
    if (end > at) text.delete(at, end - at);
    if (insert !== "") text.insert(at, insert);
  }
  return doc;
}

function codePoint(text: string, at: number): number {
  const isInside = /[\uDC00-\uDFFF]/.test(text.charAt(at)) && at > 0;
  return isInside ? at - 1 : at;
}

const textOf = (gen: number, state: Uint8Array): MemoText => {
  const blank = { memo: "m1", content: "", text: { gen, state } };
  return { ...blank, content: documentText(blank) };
};

/** Creates an ended document with a history of several users. */
function endedAs(histories: readonly (readonly Edit[])[]): MemoText {
  let state: Uint8Array = documentState({
    memo: "m1",
    content: "once upon a time",
    text: { gen: 1, state: null },
  });
  for (const [at, edits] of histories.entries()) {
    state = Y.encodeStateAsUpdate(session(state, at + 1, edits));
  }
  return textOf(1, state);
}

const seedOf = ({ memo, content }: MemoText): MemoText => {
  const next = { memo, content, text: { gen: 2, state: null } };
  return { ...next, text: { gen: 2, state: documentState(next) } };
};

function must<T>(value: T | null): T {
  if (value === null) throw new Error("nothing was carried");
  return value;
}

function apply(current: MemoText, update: Uint8Array): MemoText {
  const done = applyTextUpdate(current, update);
  if (!done.ok) throw new Error(done.error.type);
  return { memo: current.memo, ...done.value };
}

const history = fc.array(fc.array(edit, { maxLength: 5 }), { maxLength: 4 });
const edits = fc.array(edit, { minLength: 1, maxLength: 6 });

describe("T12 · an edit rebased to the next document", () => {
  property.prop([history, edits, fc.nat({ max: 4 })])(
    "makes of its text what it made of the old one, also by a session that began before",
    (histories, late, client) => {
      const ended = endedAs(histories);
      const from = documentState(ended);
      const doc = session(from, client, late);
      const update = Y.encodeStateAsUpdate(doc, Y.encodeStateVectorFromUpdate(from));
      const rebased = apply(seedOf(ended), must(rebaserOf(ended).rebase(update)));
      expect(rebased.content).toBe(doc.getText(textName).toString());
    },
  );

  property.prop([history, edits, edits, edits])(
    "merges once with others, whole or in parts, in any order and however often it comes",
    (histories, first, second, newer) => {
      const ended = endedAs(histories);
      const from = documentState(ended);
      const one = session(from, 11, first);
      const partial = Y.encodeStateAsUpdate(one);
      const two = session(partial, 11, second);
      const other = session(from, 12, second);
      const { rebase } = rebaserOf(ended);
      const seed = seedOf(ended);
      const next = Y.encodeStateAsUpdate(session(documentState(seed), 13, newer));
      const updates = [
        must(rebase(partial)),
        must(rebase(Y.encodeStateAsUpdate(two, Y.encodeStateVector(one)))),
        must(rebase(Y.encodeStateAsUpdate(other))),
        next,
      ];
      const [a, b, c, d] = updates as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
      const whole = must(rebase(Y.encodeStateAsUpdate(two)));
      const orders = [
        [a, b, c, d],
        [d, c, a, b],
        [c, whole, d, whole, a],
        [mergeTextUpdates([whole, c]), d, b],
      ];
      const outcomes = orders.map((order) => order.reduce(apply, seed).content);
      expect(new Set(outcomes).size).toBe(1);
      const again = orders.map((order) => order.reduce(apply, order.reduce(apply, seed)).content);
      expect(again).toEqual(outcomes);
    },
  );

  test("builds on the edits before it, and is refused without them", () => {
    const ended = endedAs([]);
    const one = session(documentState(ended), 11, [[1, 0, "bc"]]);
    const before = Y.encodeStateVector(one);
    const two = session(Y.encodeStateAsUpdate(one), 12, [[1, 0, "déf"]]);
    const late = must(rebaserOf(ended).rebase(Y.encodeStateAsUpdate(two, before)));
    const refused = applyTextUpdate(seedOf(ended), late);
    expect(refused.ok ? null : refused.error.type).toBe("missing-base");
  });

  test("removes what the edit removed, and keeps later insertions", () => {
    const ended = endedAs([]);
    const late = session(documentState(ended), 11, [[0, 4, ""]]);
    const seed = seedOf(ended);
    const newer = session(documentState(seed), 13, [[1, 0, "bc"]]);
    const current = apply(seed, Y.encodeStateAsUpdate(newer));
    const update = must(rebaserOf(ended).rebase(Y.encodeStateAsUpdate(late)));
    expect(apply(current, update).content).toBe(" upon a timebc");
  });

  test("is null if the bytes aren't a text update", () => {
    const doc = new Y.Doc();
    doc.getMap("other").set("key", "value");
    expect(rebaserOf(endedAs([])).rebase(Y.encodeStateAsUpdate(doc))).toBeNull();
    expect(rebaserOf(endedAs([])).rebase(Uint8Array.of(255, 1))).toBeNull();
  });
});

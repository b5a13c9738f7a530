import { test as property, fc } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import * as Y from "yjs";
import { KnownText } from "./known-text.ts";
import { textName } from "./text-document.ts";

interface Step {
  readonly who: "editor" | "other";
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

const steps = fc.array(
  fc.record({
    who: fc.constantFrom<Step["who"]>("editor", "other"),
    at: fc.nat(20),
    remove: fc.nat(3),
    insert: fc.constantFrom("", "a", "bc"),
  }),
  { maxLength: 12 },
);

function change(doc: Y.Doc, { at, remove, insert }: Step): Uint8Array {
  const known = Y.encodeStateVector(doc);
  const text = doc.getText(textName);
  const from = Math.min(at, text.length);
  text.delete(from, Math.min(remove, text.length - from));
  text.insert(from, insert);
  return Y.encodeStateAsUpdate(doc, known);
}

describe("what an editor has of a document", () => {
  property.prop([steps])("is never told to it, and what it lacks always is", (all) => {
    const host = new Y.Doc();
    host.getText(textName).insert(0, "some text");
    const editor = new Y.Doc();
    Y.applyUpdate(editor, Y.encodeStateAsUpdate(host));
    const known = new KnownText(Y.encodeStateVector(editor));
    for (const step of all) {
      if (step.who === "editor") {
        const update = change(editor, step);
        known.add(update);
        Y.applyUpdate(host, update);
        expect(known.takeMissing(Y.encodeStateAsUpdate(host))).toBeNull();
        continue;
      }
      change(host, step);
      const missing = known.takeMissing(Y.encodeStateAsUpdate(host));
      if (missing !== null) Y.applyUpdate(editor, missing);
      expect(editor.getText(textName).toString()).toBe(host.getText(textName).toString());
      expect(known.takeMissing(Y.encodeStateAsUpdate(host))).toBeNull();
    }
  });

  test("ignores bytes that aren't an update", () => {
    const known = new KnownText(Uint8Array.of(0));
    known.add(Uint8Array.of(255, 255, 7));
    const doc = new Y.Doc();
    doc.getText(textName).insert(0, "text");
    expect(known.takeMissing(Y.encodeStateAsUpdate(doc))).not.toBeNull();
  });
});

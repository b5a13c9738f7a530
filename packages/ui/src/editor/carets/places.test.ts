import { toBase64 } from "@tidemark/core/text";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { indexOf, placeOf } from "./places.ts";

/** Creates two replicas of a text with `Hello world`. */
function twoTexts() {
  const one = new Y.Doc().getText("content");
  const other = new Y.Doc().getText("content");
  one.insert(0, "Hello world");
  const bring = (): void => Y.applyUpdate(other.doc!, Y.encodeStateAsUpdate(one.doc!));
  bring();
  return { one, other, bring };
}

test("V5 · keeps a position after its character, whatever changes around it", () => {
  const { one, other } = twoTexts();
  const place = placeOf(one, 5);
  expect(place.length).toBeLessThanOrEqual(64);
  expect(indexOf(other, place)).toBe(5);
  other.insert(0, "Oh! ");
  expect(indexOf(other, place)).toBe(9);
  other.insert(9, ", my");
  expect(indexOf(other, place)).toBe(9);
  other.delete(0, 9);
  expect(indexOf(other, place)).toBe(0);
});

test("V5 · supports the start of a text, and an empty text", () => {
  const { one, other } = twoTexts();
  expect(indexOf(other, placeOf(one, 0))).toBe(0);
  other.insert(0, "x");
  expect(indexOf(other, placeOf(one, 0))).toBe(0);
  const empty = new Y.Doc().getText("content");
  expect(indexOf(empty, placeOf(empty, 0))).toBe(0);
});

test("V5 · returns null for a position whose text hasn't arrived", () => {
  const { one, other, bring } = twoTexts();
  one.insert(11, "!!");
  const place = placeOf(one, 13);
  expect(indexOf(other, place)).toBeNull();
  bring();
  expect(indexOf(other, place)).toBe(13);
});

test("V5 · returns null for an invalid position, and adds nothing to the document", () => {
  const { other } = twoTexts();
  const named = Y.createRelativePositionFromTypeIndex(new Y.Doc().getText("hidden"), 0);
  expect(indexOf(other, toBase64(Y.encodeRelativePosition(named)))).toBeNull();
  expect(other.doc!.share.has("hidden")).toBe(false);
  for (const bytes of [[], [9], [0], [255, 255], [1, 200], [0, 255, 255, 255, 255, 15, 1]]) {
    expect(() => indexOf(other, toBase64(Uint8Array.from(bytes)))).not.toThrow();
  }
  expect(indexOf(other, "no base64!")).toBeNull();
});

import { expect, test } from "vitest";
import type { AttachmentRow } from "../model/attachment.ts";
import { type MemoElement, type MemoRow, stampOf } from "../model/memo.ts";
import { asStamp, type Stamp } from "../model/stamp.ts";
import { lastEdit, wasPlacedLast } from "./last-edit.ts";

const minuteMs = 60_000;
const writtenMs = Date.UTC(2026, 10, 20);

const stamp = (ms: number): Stamp => asStamp(`${ms.toString(16).padStart(12, "0")}-0000-a`);
const none = { hasDocument: false, files: [] };

/** Memo of which these fields changed last, some minutes after it was written. */
function changed(after: number, fields: readonly (keyof MemoRow["stamps"])[]) {
  const at = stamp(writtenMs + after * minuteMs);
  return {
    createdMs: writtenMs,
    updatedMs: writtenMs + after * minuteMs,
    gen: 1,
    stamps: {
      "*": stamp(writtenMs),
      ...Object.fromEntries([...fields, "updatedMs"].map((field) => [field, at])),
    },
  };
}

const placings = ["pinned", "state", "visibility", "space", "deletedMs", "location"] as const;

test.each(placings)("A37 · a change of %s alone is no edit", (field) => {
  expect(lastEdit(changed(5, [field]), [], none)).toBeNull();
});

test("A37 · a change of a reference is no edit, and neither is removing one", () => {
  const memo = changed(5, []);
  const element = {
    set: "relation",
    key: "m2",
    stamp: stampOf(memo.stamps, "updatedMs"),
  } as MemoElement;
  expect(lastEdit(memo, [{ ...element, value: { type: "REFERENCE" } }], none)).toBeNull();
  expect(lastEdit(memo, [{ ...element, value: null }], none)).toBeNull();
});

test("A37 · a change of text or files is an edit, but not in the first minute", () => {
  const memo = changed(5, []);
  expect(lastEdit(memo, [], none)).toEqual({ atMs: memo.updatedMs });
  expect(lastEdit(changed(1, []), [], none)).toBeNull();
});

test("A37a · a memo edited before it was pinned stays edited, at an unknown time", () => {
  const memo = changed(5, ["pinned"]);
  const unknown = { atMs: null };
  expect(lastEdit(memo, [], { ...none, hasDocument: true })).toEqual(unknown);
  expect(lastEdit({ ...memo, gen: 2 }, [], none)).toEqual(unknown);
  const file = (ms: number) =>
    ({ stamps: { filename: stamp(ms), link: stamp(ms) } }) as AttachmentRow;
  expect(lastEdit(memo, [], { ...none, files: [file(writtenMs + 3 * minuteMs)] })).toEqual(unknown);
  expect(lastEdit(memo, [], { ...none, files: [file(writtenMs)] })).toBeNull();
});

test("A37 · an imported memo with a later time is edited", () => {
  const memo = {
    createdMs: 0,
    updatedMs: writtenMs,
    gen: 1,
    stamps: { "*": stamp(writtenMs) },
  };
  expect(wasPlacedLast(memo, [])).toBe(false);
  expect(lastEdit(memo, [], none)).toEqual({ atMs: writtenMs });
});

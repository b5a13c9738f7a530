import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AttachmentRow } from "../model/attachment.ts";
import { applyAttachmentOp } from "./apply-attachment-op.ts";
import { type AttachmentOp, attachmentOpSchema, wireAttachmentSchema } from "./attachment-op.ts";
import { formatStamp } from "../clock/hybrid-clock.ts";
import { attachmentToPut, attachmentToWire } from "./attachment-to-put.ts";

const stamp = fc
  .record({ ms: fc.integer({ min: 1, max: 4 }), node: fc.constantFrom("a", "b") })
  .map(({ ms, node }) => formatStamp(ms, 0, node));
const link = fc.record({
  memo: fc.constantFrom(null, "m", "n"),
  position: fc.integer({ min: 0, max: 2 }),
});

/** Operations with the same stamp may differ here; `withOwnNames` makes filenames unique per stamp. */
const setOp: fc.Arbitrary<AttachmentOp> = fc.record(
  {
    kind: fc.constant("attachment.set" as const),
    entity: fc.constant("f"),
    stamp,
    updatedMs: fc.integer({ min: 0, max: 9 }),
    filename: fc.constantFrom("x", "y"),
    link,
  },
  { requiredKeys: ["kind", "entity", "stamp", "updatedMs"] },
);

const row: AttachmentRow = {
  id: "f",
  creator: "users/a",
  createdMs: 1,
  updatedMs: 1,
  filename: "first",
  type: "text/plain",
  sizeBytes: 3,
  sha256: "a".repeat(64),
  externalLink: "",
  memo: null,
  position: 0,
  motion: null,
  metadata: { width: 3 },
  stamps: { filename: formatStamp(1, 0, "0"), link: formatStamp(1, 0, "0") },
  seq: 0,
  extra: {},
};

function applied(current: AttachmentRow, ops: readonly AttachmentOp[]): AttachmentRow {
  return ops.reduce((at, op) => {
    const done = applyAttachmentOp(at, op);
    if (!done.ok || done.value.row === null) throw new Error("it is there");
    return done.value.row;
  }, current);
}

/** Returns the registers. The time is left out: it is the newest of all operations applied on the way. */
function registers({ filename, memo, position, stamps }: AttachmentRow): unknown {
  return { filename, memo, position, stamps };
}

/** Makes filenames unique per stamp, because a device uses a stamp for one change only. */
function withOwnNames(ops: readonly AttachmentOp[]): AttachmentOp[] {
  return ops.map((op) =>
    op.kind === "attachment.set" && op.filename !== undefined
      ? { ...op, filename: `named at ${op.stamp}` }
      : op,
  );
}

describe("B1–B3 · operations on an attachment", () => {
  test("B1: give the same result in every order, and applying them twice changes nothing", () => {
    fc.assert(
      fc.property(fc.array(setOp, { maxLength: 6 }), fc.nat(), (given, turn) => {
        const ops = withOwnNames(given);
        const at = ops.length === 0 ? 0 : turn % ops.length;
        const turned = [...ops.slice(at), ...ops.slice(0, at)].toReversed();
        const once = applied(row, ops);
        expect(registers(applied(row, turned))).toEqual(registers(once));
        expect(applied(once, ops)).toEqual(once);
      }),
    );
  });

  test("B1: asserting the whole attachment merges to the same result as its operations", () => {
    fc.assert(
      fc.property(fc.array(setOp, { maxLength: 4 }), fc.array(setOp, { maxLength: 4 }), (a, b) => {
        const [mine, theirs] = [applied(row, withOwnNames(a)), applied(row, withOwnNames(b))];
        const both = applied(mine, [attachmentToPut(theirs)]);
        expect(registers(both)).toEqual(registers(applied(theirs, [attachmentToPut(mine)])));
        expect(registers(both)).toEqual(registers(applied(mine, withOwnNames(b))));
      }),
    );
  });

  test("B2: with equal stamps, being attached to a memo wins", () => {
    const at = formatStamp(5, 0, "a");
    const to = (memo: string | null): AttachmentOp => ({
      kind: "attachment.set",
      entity: "f",
      stamp: at,
      link: { memo, position: 0 },
      updatedMs: 5,
    });
    expect(applied(row, [to("m"), to(null)]).memo).toBe("m");
    expect(applied(row, [to(null), to("m")]).memo).toBe("m");
  });

  test("B3: content never changes, and fields of a newer version are kept", () => {
    const { stamps: _stamps, ...newer } = attachmentToPut(row) as Extract<
      AttachmentOp,
      { kind: "attachment.put" }
    >;
    const sent = attachmentOpSchema.parse({
      ...newer,
      stamps: { filename: formatStamp(9, 0, "a"), link: formatStamp(9, 0, "a") },
      sha256: "b".repeat(64),
      filename: "renamed",
      caption: "of a newer version",
    });
    const merged = applied(row, [sent]);
    expect(merged).toMatchObject({
      sha256: row.sha256,
      filename: "renamed",
      extra: { caption: "of a newer version" },
    });
    expect(wireAttachmentSchema.parse(attachmentToWire(merged))).toEqual(attachmentToWire(merged));
  });

  test("a change of a missing attachment differs from a change without effect", () => {
    const remove = {
      kind: "attachment.remove",
      entity: "f",
      stamp: formatStamp(2, 0, "a"),
    } as const;
    const set = { ...remove, kind: "attachment.set", updatedMs: 1 } as const;
    expect(applyAttachmentOp(null, set)).toEqual({ ok: false, error: { type: "missing" } });
    expect(applyAttachmentOp(null, remove)).toEqual({
      ok: true,
      value: { row: null, changed: false },
    });
    expect(applyAttachmentOp(row, set)).toEqual({ ok: true, value: { row, changed: false } });
  });
});

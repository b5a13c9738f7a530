import { test as property, fc } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { type MemoEntity, type MemoRow, stampOf } from "../model/memo.ts";
import { memoFieldNames } from "./memo-fields.ts";
import { textHash, textUpdateTo, toBase64 } from "../text/index.ts";
import { applyMemoOp, maxRemovedRelations } from "./apply-memo-op.ts";
import { formatStamp } from "../clock/hybrid-clock.ts";
import { hasBegunAgain } from "./begun-again.ts";
import type { MemoOp } from "./memo-op.ts";

const origin = formatStamp(1_000, 0, "seed");

const base: MemoEntity = {
  row: {
    id: "m1",
    creator: "users/alice",
    parent: null,
    state: "NORMAL",
    visibility: "PRIVATE",
    pinned: false,
    space: null,
    deletedMs: null,
    location: null,
    createdMs: 1_000,
    updatedMs: 1_000,
    content: "one two three",
    gen: 1,
    stamps: { "*": origin },
    seq: 3,
    extra: {},
  },
  text: { gen: 1, state: null },
  elements: [],
};

const stamp = fc
  .tuple(fc.integer({ min: 1_001, max: 1_020 }), fc.constantFrom("a", "b"))
  .map(([ms, node]) => formatStamp(ms, 0, node));

const setOp = fc.record({
  kind: fc.constant("memo.set" as const),
  entity: fc.constant("m1"),
  stamp,
  set: fc.record(
    {
      pinned: fc.boolean(),
      state: fc.constantFrom("NORMAL" as const, "ARCHIVED" as const),
      deletedMs: fc.option(fc.nat({ max: 99 })),
      updatedMs: fc.nat({ max: 5_000 }),
    },
    { requiredKeys: [] },
  ),
});

/** Returns a distinct number for each possible stamp. */
const placeOf = (at: string): number =>
  2 * (Number.parseInt(at.slice(0, 12), 16) - 1_001) + (at.endsWith("b") ? 1 : 0);

const textOp = fc
  .tuple(stamp, fc.string({ maxLength: 20 }), fc.integer({ min: 1, max: 1_000_000 }))
  .map(([at, content, drawn]): MemoOp => {
    const { row, text } = base;
    // Each edit has a different client id, as on devices.
    const client = 40 * drawn + placeOf(at);
    const update = textUpdateTo({ memo: "m1", content: row.content, text }, content, client);
    return {
      kind: "memo.text",
      entity: "m1",
      stamp: at,
      gen: 1,
      update: toBase64(update ?? new Uint8Array([0, 0])),
      baseSha: textHash(row.content),
      resultSha: textHash(content),
      updatedMs: 2_000,
    };
  });

/**
 * Asserts the whole memo from replicas that know it, or whose creation stamp was moved when it was
 * reasserted.
 */
const putOp = fc.record({ at: stamp, later: fc.option(stamp) }).map(({ at, later }): MemoOp => {
  const stamps = { "*": at, ...(later !== null && later > at && { pinned: later }) };
  const { state, visibility, space, deletedMs, location, createdMs, content } = base.row;
  const known = { state, visibility, space, deletedMs, location, createdMs };
  const fields = {
    ...known,
    pinned: placeOf(stamps.pinned ?? at) % 3 === 0,
    updatedMs: placeOf(at),
  };
  const text = { gen: 1, content };
  const head = { kind: "memo.put" as const, entity: "m1", creator: base.row.creator, parent: null };
  return { ...head, stamp: later ?? at, fields, stamps, text, elements: [], extra: {} };
});

const elementOp = fc.record({
  kind: fc.constant("memo.element" as const),
  entity: fc.constant("m1"),
  stamp,
  set: fc.constant("reaction" as const),
  key: fc.constantFrom("k1", "k2"),
  value: fc.option(fc.record({ n: fc.nat({ max: 3 }) })),
});

const anyOp: fc.Arbitrary<MemoOp> = fc.oneof(setOp, textOp, elementOp);

function applyAll(start: MemoEntity, ops: readonly MemoOp[]): MemoEntity {
  let entity = start;
  for (const op of ops) {
    const applied = applyMemoOp(entity, op);
    if (!applied.ok || applied.value.entity === null) throw new Error("every operation fits");
    entity = applied.value.entity;
  }
  return entity;
}

/** Returns true if the stamps are distinct, like those of real clocks. */
function distinct(ops: readonly MemoOp[]): boolean {
  return new Set(ops.map((op) => op.stamp)).size === ops.length;
}

function shuffle(ops: readonly MemoOp[], random: Iterator<number>): readonly MemoOp[] {
  return ops
    .map((op) => ({ op, at: Number(random.next().value) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ op }) => op);
}

describe("operations on one memo", () => {
  property.prop([fc.array(anyOp, { maxLength: 5 })])("S1 · do nothing the second time", (ops) => {
    const once = applyAll(base, ops);
    for (const op of ops) {
      expect(applyMemoOp(once, op)).toEqual({ ok: true, value: { entity: once, changed: false } });
    }
  });

  property.prop([fc.array(anyOp, { maxLength: 5 }), fc.infiniteStream(fc.nat())])(
    "S2 · give the same memo in any order",
    (ops, random) => {
      fc.pre(distinct(ops));
      const one = applyAll(base, ops).row;
      const other = applyAll(base, shuffle(ops, random)).row;
      expect({ ...other, extra: null }).toEqual({ ...one, extra: null });
    },
  );

  property.prop([fc.array(fc.oneof(putOp, setOp), { maxLength: 5 }), fc.infiniteStream(fc.nat())])(
    "S2 · that state it whole, or fields of it, give the same memo in any order, and it begins anew for none",
    (ops, random) => {
      const times = ops.flatMap((op) =>
        op.kind === "memo.put" ? Object.values(op.stamps) : [op.stamp],
      );
      fc.pre(new Set(times).size === times.length);
      const one = applyAll(base, ops).row;
      const other = applyAll(base, shuffle(ops, random)).row;
      const stampsOf = (row: MemoRow) => memoFieldNames.map((field) => stampOf(row.stamps, field));
      expect({ ...other, stamps: stampsOf(other) }).toEqual({ ...one, stamps: stampsOf(one) });
      expect(hasBegunAgain(one, origin)).toBe(false);
      for (const op of ops) {
        expect(applyMemoOp(applyAll(base, ops), op)).toMatchObject({ value: { changed: false } });
      }
    },
  );

  test("S3 · keep the value with the newest stamp, field by field", () => {
    const set = (ms: number, fields: object): MemoOp =>
      ({ kind: "memo.set", entity: "m1", stamp: formatStamp(ms, 0, "a"), set: fields }) as MemoOp;
    const after = applyAll(base, [
      set(1_010, { pinned: true }),
      set(1_005, { pinned: false, state: "ARCHIVED" }),
    ]);
    expect(after.row).toMatchObject({ pinned: true, state: "ARCHIVED" });
  });

  test("S4 · the more restrictive of two concurrent visibilities wins", () => {
    const set = (ms: number, visibility: "PRIVATE" | "PUBLIC"): MemoOp => ({
      kind: "memo.set",
      entity: "m1",
      stamp: formatStamp(ms, 0, visibility === "PUBLIC" ? "a" : "b"),
      set: { visibility },
      baseVisibility: origin,
    });
    expect(applyAll(base, [set(1_002, "PRIVATE"), set(1_003, "PUBLIC")]).row.visibility).toBe(
      "PRIVATE",
    );
    expect(applyAll(base, [set(1_003, "PUBLIC"), set(1_002, "PRIVATE")]).row.visibility).toBe(
      "PRIVATE",
    );
  });

  test("S5 · a purge deletes a memo, and later operations find none", () => {
    const purged = applyMemoOp(base, { kind: "memo.purge", entity: "m1", stamp: origin });
    expect(purged).toEqual({ ok: true, value: { entity: null, changed: true } });
    const late: MemoOp = { kind: "memo.set", entity: "m1", stamp: origin, set: { pinned: true } };
    expect(applyMemoOp(null, late)).toEqual({ ok: false, error: { type: "missing" } });
  });
});

describe("links that were removed", () => {
  const link = (key: string, ms: number, isThere: boolean): MemoOp => ({
    kind: "memo.element",
    entity: "m1",
    stamp: formatStamp(ms, 0, "a"),
    set: "relation",
    key,
    value: isThere ? { type: "REFERENCE" } : null,
  });
  const apply = (entity: MemoEntity, op: MemoOp): MemoEntity => {
    const applied = applyMemoOp(entity, op);
    if (!applied.ok || applied.value.entity === null) throw new Error("not applied");
    return applied.value.entity;
  };
  const full: MemoEntity = {
    ...base,
    elements: Array.from({ length: maxRemovedRelations }, (_, n) => ({
      set: "relation",
      key: `k${String(n).padStart(5, "0")}`,
      value: null,
      stamp: formatStamp(2_000 + n, 0, "a"),
    })),
  };

  test("are stored for each memo up to a limit, newest first", () => {
    const after = apply(full, link("new", 9_000, false));
    expect(after.elements).toHaveLength(maxRemovedRelations);
    const keys = after.elements.map(({ key }) => key);
    expect(keys).toContain("new");
    expect(keys).not.toContain("k00000");
    const stated = Array.from({ length: 5000 }, (_, n) => ({
      set: "relation" as const,
      key: `s${n}`,
      value: null,
      stamp: formatStamp(9_001, 0, "a"),
    }));
    const { fields, head } = {
      fields: { ...base.row },
      head: { kind: "memo.put", entity: "m1", creator: "users/alice", parent: null } as const,
    };
    const put: MemoOp = {
      ...head,
      stamp: origin,
      fields,
      stamps: { "*": origin },
      text: { gen: 1, content: base.row.content },
      elements: stated,
      extra: {},
    };
    const filled = apply(after, put);
    expect(filled.elements).toHaveLength(maxRemovedRelations);
    expect(applyMemoOp(filled, put)).toMatchObject({ value: { changed: false } });
  });

  test("don't come back through older operations after they are discarded", () => {
    const after = apply(full, link("new", 9_000, false));
    const late = applyMemoOp(after, link("k00000", 1_500, true));
    expect(late).toMatchObject({ ok: true, value: { changed: false } });
    expect(apply(after, link("k00000", 9_001, true)).elements).toHaveLength(
      maxRemovedRelations + 1,
    );
    // An existing link stays, however old.
    const old = apply(base, link("old", 1_500, true));
    const busy = apply(
      { ...full, elements: [...old.elements, ...full.elements] },
      link("x", 9_000, false),
    );
    expect(busy.elements.some(({ key, value }) => key === "old" && value !== null)).toBe(true);
  });
});

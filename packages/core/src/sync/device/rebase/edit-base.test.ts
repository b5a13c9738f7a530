import { describe, expect, test } from "vitest";
import { textHash } from "../../../text/index.ts";
import { asSent, keepEditBases } from "./edit-base.ts";

type Stores = Parameters<typeof asSent>[0] & Parameters<typeof keepEditBases>[0];
type Row = Parameters<typeof asSent>[1];

const nowMs = 1_000_000;
const entityOf = (content: string) => ({ row: { id: "m1", content } });
const edit = { at: 6, remove: 2, insert: "12" };

/** An edit of "price 10", made now and never sent. */
const made: Row = {
  n: 1,
  atMs: nowMs,
  attempts: 0,
  state: "pending",
  error: null,
  op: {
    kind: "memo.text",
    entity: "m1",
    stamp: "0000000f4240-0000-desk" as Row["op"]["stamp"],
    gen: 1,
    update: "",
    baseSha: textHash("price 10"),
    resultSha: textHash("price 12"),
    updatedMs: nowMs,
    edit,
  },
};

/** Returns stores with the edit and the server's text. */
function storesOf(base: string, row = made) {
  const kept = { row };
  const stores = {
    outbox: {
      pendingOf: async () => [kept.row],
      addEditBase: async (_n: number, base: string) =>
        void (kept.row = {
          ...kept.row,
          op: { ...kept.row.op, edit: { ...edit, base } } as Row["op"],
        }),
    },
    bases: { get: async () => ({ entity: entityOf(base) }) },
  } as unknown as Stores;
  return { stores, kept };
}

const based = { ...edit, base: "price 10" };

describe("T3g · an edit has its base text", () => {
  test("on the wire when it is repeated, and not when it is new", async () => {
    const { stores, kept } = storesOf("price 10");
    expect(await asSent(stores, kept.row, nowMs)).toEqual(made);
    const repeated = await asSent(stores, { ...kept.row, attempts: 1 }, nowMs);
    expect(repeated.op).toMatchObject({ edit: based });
    expect(kept.row).toEqual(made);
  });

  test.each([
    ["it has waited for 30 seconds", nowMs + 30_000],
    ["the clock was ahead when it was made", nowMs - 1],
  ])("on the wire if %s", async (_, atMs) => {
    const { stores, kept } = storesOf("price 10");
    expect((await asSent(stores, kept.row, atMs)).op).toMatchObject({ edit: based });
  });

  test.each([
    ["was never sent", 0],
    ["was sent and not answered", 1],
  ])("before a newer row takes its place, if it %s", async (_, attempts) => {
    const { stores, kept } = storesOf("price 10", { ...made, attempts });
    const newer = entityOf("the price 10");
    type Rows = Parameters<typeof keepEditBases>[1];
    await keepEditBases(stores, entityOf("price 10") as Rows, newer as Rows);
    expect(kept.row).toMatchObject({ attempts, op: { edit: based } });
  });

  test("of which it is the edit, and no other", async () => {
    const { stores, kept } = storesOf("the price 10");
    expect(await asSent(stores, kept.row, nowMs + 30_000)).toEqual(made);
    expect(kept.row).toEqual(made);
  });
});

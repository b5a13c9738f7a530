import { type AttachmentListQuery, FilterTimeoutError } from "@tidemark/core";
import type { AttachmentRecord, AttachmentRow } from "@tidemark/core/model";
import {
  attachmentFilterSchema,
  compileFilter,
  evaluatePlan,
  type FilterableAttachment,
  type FilterPlan,
} from "@tidemark/core/filter";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { propertyRuns } from "../../../../scripts/property-runs.ts";
// oxlint-disable-next-line eslint/no-restricted-imports -- the tests of both packages draw the same texts
import { hostileText, randomNowMs } from "../../../core/tests/filter/random-filter.ts";
import type { TempDatabase } from "../all-stores.ts";
import { memoRow, saveRow, tempDatabase } from "../temp-database.ts";

const owner = "users/alice" as const;
const memoIds = ["m1", "m2", "%"];
const types = ["image/png", "image/PNG", "text/plain", ""];

function filterable(row: AttachmentRow): FilterableAttachment {
  return {
    filename: row.filename,
    mimeType: row.type,
    createdMs: row.createdMs,
    sizeBytes: row.sizeBytes,
    memo: row.memo === null ? null : `memos/${row.memo}`,
  };
}

function compile(cel: string): FilterPlan {
  const compiled = compileFilter(cel, {
    schema: attachmentFilterSchema,
    nowMs: randomNowMs,
    resolveMemo: (number) => memoIds[number - 1] ?? null,
  });
  if (!compiled.ok) throw new Error(`${cel}: ${compiled.error.message}`);
  return compiled.value;
}

const quoted = (text: string): string => JSON.stringify(text);
const randomRow = fc.record({
  filename: hostileText,
  type: fc.constantFrom(...types),
  createdMs: fc.oneof(
    fc.integer({ min: -3, max: 3 }).map((step) => randomNowMs + step * 1000),
    fc.constantFrom(0, 999, 1000),
  ),
  sizeBytes: fc.constantFrom(0, 1, 1023, 1024, 5_000_000_000),
  memo: fc.option(fc.constantFrom(...memoIds)),
});

const orderOp = fc.constantFrom("==", "!=", "<", "<=", ">", ">=");
const sameOp = fc.constantFrom("==", "!=");
const textField = fc.constantFrom("filename", "mime_type");
const memoValue = fc.constantFrom("null", '"memos/m1"', '"memos/%"', '"m1"', '""');
const leaf = fc.oneof(
  fc.tuple(textField, orderOp, hostileText).map(([f, op, t]) => `${f} ${op} ${quoted(t)}`),
  fc
    .tuple(textField, fc.constantFrom("contains", "startsWith", "endsWith"), hostileText)
    .map(([f, op, t]) => `${f}.${op}(${quoted(t)})`),
  fc.tuple(orderOp, fc.constantFrom(0, 1, 1024, 9_000_000_000)).map(([op, n]) => `size ${op} ${n}`),
  fc.tuple(textField, orderOp, fc.nat({ max: 9 })).map(([f, op, n]) => `size(${f}) ${op} ${n}`),
  fc.tuple(orderOp, fc.constantFrom(0, 1)).map(([op, s]) => `create_time ${op} timestamp(${s})`),
  orderOp.map((op) => `create_time ${op} now - duration("1s")`),
  fc.tuple(orderOp, fc.constantFrom(0, 1, -1)).map(([op, s]) => `create_time ${op} ${s}`),
  fc.tuple(sameOp, fc.constantFrom("null", 1, 2, 3, 9)).map(([op, id]) => `memo_id ${op} ${id}`),
  fc.uniqueArray(fc.constantFrom(1, 2, 3, 9)).map((ids) => `memo_id in [${ids.join()}]`),
  fc.tuple(sameOp, memoValue).map(([op, value]) => `memo ${op} ${value}`),
  fc.uniqueArray(memoValue, { maxLength: 3 }).map((values) => `memo in [${values.join()}]`),
  fc
    .uniqueArray(fc.constantFrom(...types), { maxLength: 3 })
    .map((values) => `mime_type in [${values.map(quoted).join()}]`),
  fc.constantFrom('filename.matches("^[a-z%]+$")', 'mime_type.matches("^image/")'),
  fc.constantFrom("create_time.getSeconds() == 0", "filename + mime_type == mime_type"),
);
const randomFilter = fc.letrec<{ filter: string }>((tie) => ({
  filter: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    tie("filter").map((part) => `!(${part})`),
    fc.tuple(tie("filter"), tie("filter")).map(([a, b]) => `(${a}) && (${b})`),
    fc.tuple(tie("filter"), tie("filter")).map(([a, b]) => `(${a}) || (${b})`),
    fc.tuple(tie("filter"), leaf, leaf).map(([a, b, c]) => `(${a}) ? (${b}) : (${c})`),
  ),
})).filter;

/**
 * Lists attachments and retries after a timeout. On a loaded machine a list can pass its deadline, or its
 * thread can take longer than five seconds to start.
 */
async function listPatiently(
  { database }: TempDatabase,
  query: AttachmentListQuery,
): Promise<AttachmentRecord[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await database.read(({ attachments }) => attachments.list(query));
    } catch (error) {
      if (!(error instanceof FilterTimeoutError) || tries === maxTries) throw error;
    }
  }
}

const maxTries = 10;
const numRuns = propertyRuns(80);

describe("F17 · filters of attachments give the same results in SQL and in memory", () => {
  test("every filter matches the same attachments in both, and its negation all the others", async () => {
    await using open = await tempDatabase();
    await open.database.write(async (stores) => {
      for (const id of memoIds) await saveRow(stores, memoRow(id));
    });
    let matches = 0;
    let others = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(randomRow, { minLength: 1, maxLength: 15 }),
        fc.array(randomFilter, { minLength: 1, maxLength: 20 }),
        async (drawn, cels) => {
          const rows = drawn.map((row, index): AttachmentRow => ({
            ...row,
            id: `a${String(index).padStart(2, "0")}`,
            creator: owner,
            updatedMs: row.createdMs,
            sha256: null,
            externalLink: "https://example.org/",
            position: 0,
            motion: null,
            metadata: null,
            stamps: { filename: "0-0-a", link: "0-0-a" },
            seq: 0,
            extra: {},
          }));
          await open.database.write(async ({ attachments }) => {
            for (const row of rows) await attachments.insert(row);
          });
          const order = [{ field: "name", direction: "asc" }] as const;
          const page = { creator: owner, order, after: null, offset: 0, limit: 100 };
          const list = async (filter: FilterPlan) =>
            (await listPatiently(open, { ...page, filter })).map(({ id }) => id);
          try {
            for (const cel of cels) {
              const plan = compile(cel);
              const test = evaluatePlan<FilterableAttachment>(plan);
              const expected = rows.filter((row) => test(filterable(row))).map(({ id }) => id);
              const rest = rows.map(({ id }) => id).filter((id) => !expected.includes(id));
              expect([cel, await list(plan)]).toEqual([cel, expected]);
              expect([cel, await list(compile(`!(${cel})`))]).toEqual([cel, rest]);
              matches += expected.length;
              others += rest.length;
            }
          } finally {
            // Even after a failure: the next run may be a shrink of this one.
            await open.database.write(({ attachments }) =>
              attachments.remove(rows.map(({ id }) => id)),
            );
          }
        },
      ),
      { numRuns },
    );
    expect(Math.min(matches, others)).toBeGreaterThan(numRuns * 6);
  });

  test("a memo is named as a resource, and an attachment without one is null", async () => {
    await using open = await tempDatabase();
    await open.database.write(async (stores) => {
      await saveRow(stores, memoRow("m1"));
      const row = { creator: owner, createdMs: 0, updatedMs: 0, filename: "f", type: "text/plain" };
      const rest = { sizeBytes: 1, sha256: null, externalLink: "x", position: 0 };
      const stamps = { filename: "0-0-a", link: "0-0-a" } as const;
      const media = { motion: null, metadata: null, stamps, seq: 0, extra: {} };
      await stores.attachments.insert({ id: "on", memo: "m1", ...row, ...rest, ...media });
      await stores.attachments.insert({ id: "off", memo: null, ...row, ...rest, ...media });
    });
    const page = { creator: owner, order: [], after: null, offset: 0, limit: 10 };
    for (const [cel, expected] of [
      ['memo == "memos/m1"', ["on"]],
      ['memo == "m1"', []],
      ["memo == null", ["off"]],
      ['memo != "memos/m1"', ["off"]],
      ['memo in ["memos/m1", null]', ["off", "on"]],
    ] as const) {
      const found = await open.database.read(({ attachments }) =>
        attachments.list({ ...page, filter: compile(cel) }),
      );
      expect([cel, found.map(({ id }) => id).toSorted()]).toEqual([cel, expected]);
    }
  });

  test("F21 · a pattern over very many names gives the same result on the other thread", async () => {
    await using open = await tempDatabase();
    const kind = { creator: owner, type: "text/plain", sizeBytes: 1, sha256: null, memo: null };
    const stamps = { filename: "0-0-a", link: "0-0-a" } as const;
    const unseen = { stamps, seq: 0, extra: {} };
    const rest = { externalLink: "x", position: 0, motion: null, metadata: null, ...unseen };
    await open.database.write(async ({ attachments }) => {
      for (let n = 0; n < 900; n += 1) {
        const own = { id: `a${n}`, filename: `file ${n}`, createdMs: n, updatedMs: n };
        await attachments.insert({ ...own, ...kind, ...rest });
      }
    });
    const filter = compile('filename.matches("^file 8.9$")');
    const order = [{ field: "create_time", direction: "asc" }] as const;
    const page = { creator: owner, order, after: null, offset: 0, limit: 20 };
    const found = await listPatiently(open, { ...page, filter });
    expect(found.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, n) => `a8${n}9`));
    expect(found[0]).toMatchObject({ filename: "file 809", createdMs: 809, memo: null });
  });
});

import type { MemoListQuery, MemoReader, OrderField, OrderTerm } from "@tidemark/core";
import { compileFilter, memoFilterSchema } from "@tidemark/core/filter";
import { keysetOf } from "@tidemark/core/memo";
import type { MemoRecord } from "@tidemark/core/model";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { propertyRuns } from "../../../../scripts/property-runs.ts";
import type { TempDatabase } from "../../tests/all-stores.ts";
import { lacks, openSqliteConnection } from "../../tests/engine.ts";
import { baseMs, memoRow, saveRow, tempDatabase } from "../../tests/temp-database.ts";
import { createMemoReader } from "../stores/shared/memo-reader.ts";
import { prepareList } from "./list-rows.ts";

// Memos are created in the order of `index`; `times` sets their creation times.

const size = 900;

/** Creation time of a memo: in order, some imported with an old time, reversed, or shuffled. */
const times = {
  "as they were made": (index: number) => index,
  "some imported": (index: number) => (index % 40 === 7 ? (index * 31) % size : index),
  backwards: (index: number) => size - index,
  anyhow: (index: number) => (index * 389) % size,
} as const;

const words = ["needle", "STRASSE of needles", "hay", "hay and nothing else", "Straße"];

async function makeMemos(open: TempDatabase, timeOf: (index: number) => number): Promise<void> {
  await open.database.write(async (stores) => {
    for (let index = 0; index < size; index += 1) {
      const isOthers = index % 7 === 3;
      await saveRow(
        stores,
        memoRow(`m${(index * 7919) % size}`, {
          creator: isOthers ? "users/bob" : "users/alice",
          content: `${index % 3 === 0 ? "#work " : ""}${index % 90 === 4 ? "#rare " : ""}${words[index % 5]} ${index}`,
          visibility: index % 14 === 3 ? "PUBLIC" : index % 11 === 5 ? "SPACE" : "PRIVATE",
          space: index % 11 === 5 ? "spaces/red" : null,
          pinned: index % 60 === 9,
          state: index % 25 === 2 ? "ARCHIVED" : "NORMAL",
          deletedMs: index % 33 === 1 ? baseMs : null,
          createdMs: baseMs + timeOf(index) * 1000,
          updatedMs: baseMs + timeOf(index) * 1000 + (index % 50 === 0 ? 100_000 : 0),
          seq: index + 1,
        }),
      );
    }
  });
}

const at = (seconds: number): string => `timestamp(${baseMs / 1000 + seconds})`;
const texts = ["needle", "straße", "hay", "and nothing", "needles 1", "absent"].map(
  (needle) => `content.contains("${needle}")`,
);
const others = [
  null,
  `"work" in tags`,
  `"rare" in tags`,
  "pinned",
  `created_ts >= ${at(size - 90)}`,
  `created_ts >= ${at(300)} && created_ts < ${at(700)}`,
  `created_ts < ${at(500)} && "work" in tags`,
  `visibility == "PUBLIC"`,
];
const desc = (field: OrderField): OrderTerm => ({ field, direction: "desc" });
const orders = [
  [],
  [desc("create_time")],
  [desc("pinned"), desc("create_time")],
  [desc("update_time")],
  [{ ...desc("create_time"), direction: "asc" }],
] as const;

const arbitraryQuery = fc.record({
  text: fc.constantFrom(...texts),
  other: fc.constantFrom(...others),
  order: fc.constantFrom<(readonly OrderTerm[])[]>(...orders),
  limit: fc.constantFrom(1, 7, 50, 120),
  user: fc.constantFrom("users/alice", "users/alice", "users/bob", "users/stranger", null),
  spaces: fc.constantFrom<string[][]>([], ["spaces/red"]),
  state: fc.constantFrom<("NORMAL" | "ARCHIVED")[]>("NORMAL", "NORMAL", "NORMAL", "ARCHIVED"),
  trash: fc.constantFrom<("none" | "own" | "only")[]>("none", "none", "none", "own", "only"),
  among: fc.constantFrom<MemoListQuery["among"][]>(undefined, undefined, "own", "everybody"),
  reach: fc.constantFrom<MemoListQuery["reach"][]>(undefined, undefined, "everything"),
});
type Asked = typeof arbitraryQuery extends fc.Arbitrary<infer T> ? T : never;

function queryOf(
  { user, spaces, text: _text, other: _other, ...asked }: Asked,
  cel: string,
): MemoListQuery {
  const filter = compileFilter(cel, { schema: memoFilterSchema, nowMs: baseMs });
  if (!filter.ok) throw new Error(`${cel}: ${filter.error.message}`);
  return {
    ...asked,
    access: { user, spaces },
    parent: null,
    filter: filter.value,
    after: null,
    offset: 0,
  };
}

/** Reads pages, each from the last memo of the page before. */
async function readPages(reader: MemoReader, query: MemoListQuery): Promise<string[]> {
  const ids: string[] = [];
  let last: MemoRecord | undefined;
  for (;;) {
    const after = last === undefined ? null : keysetOf(last, query.order);
    const page = await reader.list({ ...query, after });
    ids.push(...page.map(({ id }) => id));
    last = page.at(-1);
    if (page.length < query.limit) return ids;
  }
}

const numRuns = propertyRuns(60);

describe.skipIf(lacks("fts5"))("the strategy of the newest hits", () => {
  test.each(Object.entries(times))(
    "%s: pages of a text are the same as in a full scan",
    async (_name, timeOf) => {
      await using open = await tempDatabase();
      await makeMemos(open, timeOf);
      const connection = openSqliteConnection({ file: open.file, readonly: true });
      // With a single connection no list runs elsewhere, whatever it takes.
      const reader = createMemoReader(connection.kysely);
      let listed = 0;
      await fc.assert(
        fc.asyncProperty(arbitraryQuery, async (asked) => {
          const { text, other } = asked;
          const and = other === null ? "" : ` && ${other}`;
          const pages = await readPages(reader, queryOf(asked, text + and));
          // No index finds either of two texts.
          const either = `(${text} || content == "no memo has this")${and}`;
          const walked = await readPages(reader, { ...queryOf(asked, either), limit: 1000 });
          expect(pages).toEqual(walked);
          listed += pages.length;
        }),
        { numRuns },
      );
      connection.close();
      expect(listed).toBeGreaterThan(numRuns / 2);
    },
    120_000,
  );

  test.each(Object.entries(times))("%s: finds most first pages", async (_name, timeOf) => {
    await using open = await tempDatabase();
    await makeMemos(open, timeOf);
    const connection = openSqliteConnection({ file: open.file, readonly: true });
    const asked = {
      limit: 7,
      user: "users/alice",
      spaces: ["spaces/red"],
      state: "NORMAL",
      trash: "none",
      among: undefined,
      reach: undefined,
    } as const;
    let found = 0;
    try {
      for (const text of texts.slice(0, 3)) {
        for (const other of [null, `"work" in tags`, `created_ts >= ${at(200)}`]) {
          for (const order of orders) {
            const cel = other === null ? text : `${text} && ${other}`;
            const query = queryOf({ ...asked, spaces: [...asked.spaces], text, other, order }, cel);
            if ((await prepareList(connection.kysely, query)).found !== null) found += 1;
          }
        }
      }
    } finally {
      connection.close();
    }
    // Out of 45.
    expect(found).toBeGreaterThan(22);
  });

  test("no page scans more memos than evaluating every hit would cost", async () => {
    await using open = await tempDatabase();
    await open.database.write((stores) => saveRow(stores, memoRow("m0", { content: "hay" })));
    fillWithCopies(open.file);
    const connection = openSqliteConnection({ file: open.file, readonly: true });
    const asked = {
      user: "users/alice",
      spaces: [],
      other: null,
      order: [],
      state: "NORMAL",
      trash: "none",
      among: undefined,
      reach: undefined,
    } as const;
    const queryFor = (text: string, limit: number): MemoListQuery => ({
      ...queryOf({ ...asked, spaces: [], order: [], text, limit: 1 }, text),
      limit,
    });
    try {
      const reader = createMemoReader(connection.kysely);
      for (const [text, limit, isFound] of [
        [`content.contains("needle")`, 50, true],
        [`content.contains("needle")`, 400, false],
        [`content.contains("zebra")`, 50, false],
      ] as const) {
        const query = queryFor(text, limit);
        const { found, choice } = await prepareList(connection.kysely, query);
        expect([text, limit, found !== null]).toEqual([text, limit, isFound]);
        if (text.includes("zebra")) expect(choice?.driver.type).toBe("rows");
        expect(await reader.list(query)).toHaveLength(limit);
      }
    } finally {
      connection.close();
    }
  });
});

/**
 * Inserts sixty thousand copies of the first memo: every 55th has a needle, every sixteenth of these a zebra.
 */
function fillWithCopies(file: string): void {
  const connection = openSqliteConnection({ file, readonly: false });
  const columns = connection.all<{ name: string }>("PRAGMA table_info(memo)");
  const hit = "'needle' || CASE WHEN n % 880 = 0 THEN ' zebra' ELSE '' END";
  const changed: Readonly<Record<string, string>> = {
    pk: "n",
    id: "'m' || n",
    created_ms: "created_ms + n",
    content: `CASE WHEN n % 55 = 0 THEN ${hit} ELSE content END`,
  };
  const names = columns.map(({ name }) => name);
  connection.run(
    `WITH RECURSIVE numbers (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n <= 61000)
     INSERT INTO memo (${names.join(", ")})
     SELECT ${names.map((name) => changed[name] ?? name).join(", ")} FROM numbers, memo WHERE pk = 1`,
  );
  connection.run(
    `INSERT INTO memo_trigram (rowid, text)
     SELECT pk, content || '  ' FROM memo WHERE content LIKE 'needle%'`,
  );
  connection.close();
}

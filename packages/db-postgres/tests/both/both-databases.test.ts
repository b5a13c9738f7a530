import { type Keyset, type MemoListQuery, type OrderTerm, totalOrder } from "@tidemark/core";
import { compileFilter, memoFilterSchema } from "@tidemark/core/filter";
import type { MemoRecord, MemoRow, ReadAccess } from "@tidemark/core/model";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TempDatabase } from "../../../db/tests/all-stores.ts";
import { openDatabase } from "../../../db/tests/engine.ts";
import { tempPostgresDatabase } from "../postgres-database.ts";
import { memoRow, saveRow, tempFolder } from "../../../db/tests/temp-database.ts";
import { withAllStores } from "../../../db/tests/all-stores.ts";
import { readNotes } from "./sample-notes.ts";

// Runs the same queries on the same memos in a file and in PostgreSQL: both must behave as one server.

/** Texts of kinds that the notes lack. */
const foreign = [
  "a novel #book/fiction",
  "a thing #book",
  "東京タワーに行った。#旅/日本 とても高い",
  "서울에서 먹은 냉면 #food",
  "Straße, STRASSE und ſtraße; 100%_sure \\ it's #Größe",
  "ΑΣΣ ας σας #ελλάς",
  "हिन्दी में लिखा हुआ #भाषा",
  "İstanbul ıssız DŽ ǅ ǆ ß ẞ",
  "",
  "日",
  "a_b %% c",
  "a board #bookshelf",
  "![a](/file/attachments/these)\n[b](/file/attachments/of-us/x) /file/attachments/none-1",
  `${"lots of words that repeat ".repeat(3000)} at the very end: kelvin K`,
];

const creators = ["users/alice", "users/bob", "users/carol"] as const;
const spaces = ["spaces/red", "spaces/blue"];

async function rows(): Promise<MemoRow[]> {
  const notes = await readNotes();
  // Ours come first, so their readers don't depend on the samples.
  const contents = [...foreign.map((content, n) => ({ createdMs: n * 1000, content })), ...notes];
  return contents.map(({ createdMs, content }, n) => {
    const kind = n % 11;
    const parent = kind === 7 ? `m${n - 1}` : null;
    return memoRow(`m${n}`, {
      content,
      // Many have the same time.
      createdMs: n % 5 === 0 ? createdMs - (createdMs % 10_000_000_000) : createdMs,
      updatedMs: createdMs + (n % 3) * 1000,
      creator: creators[n % 7 < 4 ? 0 : n % 3] ?? "users/alice",
      pinned: n % 13 === 0,
      state: kind === 9 ? "ARCHIVED" : "NORMAL",
      deletedMs: kind === 10 ? createdMs + 5 : null,
      visibility: (["PRIVATE", "SPACE", "PROTECTED", "PUBLIC"] as const)[n % 4] ?? "PRIVATE",
      space: n % 4 === 1 ? (spaces[n % 2] ?? null) : null,
      parent,
    });
  });
}

async function fileDatabase(): Promise<TempDatabase> {
  const folder = tempFolder();
  const file = folder.file("memos.db");
  const open = withAllStores(await openDatabase({ file, role: "server" }));
  return {
    ...open,
    file,
    [Symbol.asyncDispose]: async () => {
      await open.close();
      folder[Symbol.dispose]();
    },
  };
}

const callers: Readonly<Record<string, ReadAccess>> = {
  alice: { user: "users/alice", spaces: ["spaces/red"] },
  bob: { user: "users/bob", spaces },
  "nobody's friend": { user: "users/carol", spaces: [], hidesPublic: true },
  anybody: { user: null, spaces: [] },
};

const filters = [
  null,
  'content.contains("postgres")',
  'content.contains("the")',
  'content.contains("zzzqq")',
  'content.contains("db")',
  'content.contains("100%_")',
  'content.contains("straSSe") || content.contains("ſTRAẞE")',
  'content.contains("東京") || content.contains("タワー")',
  'content.contains("ΑΣ")',
  'content.contains("K") && content.contains("git log")',
  'content.startsWith("# g") && !content.contains("rails")',
  'content.endsWith("#til #GIT")',
  '!content.contains("select")',
  'content.matches("(?i)git\\\\s+(log|rebase)")',
  '!content.matches("[a-z]+") || pinned',
  'content.matches("index") && "postgres" in tags',
  'pinned ? content.matches("^# [A-M]") : has_code',
  'content.matches("a") == content.matches("b")',
  '"til" in tags && "vim" in tags',
  'tag in ["旅", "food"]',
  'tags.exists(t, t.startsWith("p") && t.matches("s$"))',
  "tags.filter(t, size(t) > 4).size() == 1 && size(content) > 400",
  "has_link && !has_task_list",
  "created_ts.getDayOfWeek() == 0 && created_ts.getHours() >= 12",
  "created_ts.getFullYear() == 2016 || updated_ts > created_ts",
  'created_ts > timestamp("2017-01-01T00:00:00Z") && content.contains("vim")',
  'visibility in ["PUBLIC", "SPACE"] && space != null',
  'creator != "users/alice" && size(content) * 3 - 1 > 2500 + size(creator)',
  'content.finds("strasse")',
  'content.finds("Größe")',
  'content.finds("gro\\u0308\\u00dfe") || content.finds("istanbul")',
  'content.finds("냉면") && !content.finds("cafe")',
  'content.finds("ς")',
  'content.finds("it’s #grosse")',
  'content.finds("日") || content.finds("a_b %%")',
  'content.finds("e")',
  '!content.finds("the")',
  'content.finds("vim") && created_ts > timestamp("2017-01-01T00:00:00Z")',
  'content.finds("in  the")',
  'content.contains(creator) || content == "日"',
];

const desc = (field: OrderTerm["field"]): OrderTerm => ({ field, direction: "desc" });
const asc = (field: OrderTerm["field"]): OrderTerm => ({ field, direction: "asc" });
const orders: readonly (readonly OrderTerm[])[] = [
  [],
  [asc("create_time")],
  [desc("update_time")],
  [desc("pinned"), desc("create_time")],
  [asc("name")],
  [desc("pinned"), asc("update_time")],
];

const kinds = [
  { state: "NORMAL", trash: "none" },
  { state: "NORMAL", trash: "none", among: "own" },
  { state: "NORMAL", trash: "none", among: "everybody" },
  { state: "ARCHIVED", trash: "none" },
  { state: "NORMAL", trash: "only" },
  { state: "NORMAL", trash: "none", reach: "everything" },
] as const;

function planOf(cel: string): NonNullable<MemoListQuery["filter"]> {
  const compiled = compileFilter(cel, { schema: memoFilterSchema, nowMs: Date.UTC(2026, 0, 1) });
  if (!compiled.ok) throw new Error(`${cel}: ${compiled.error.message}`);
  return compiled.value;
}

function keysetOf(memo: MemoRecord, order: readonly OrderTerm[]): Keyset {
  const values = {
    pinned: memo.pinned ? 1 : 0,
    create_time: memo.createdMs,
    update_time: memo.updatedMs,
    delete_time: memo.deletedMs ?? 0,
    name: memo.id,
    number: memo.number,
  };
  return { values: totalOrder(order).map(({ field }) => values[field]), id: memo.id };
}

const isNightly = process.env["TIDEMARK_NIGHTLY"] === "1";
/** One of this many kinds of list is tested with every change. */
const gateShare = 3;

type WholeQuery = Omit<MemoListQuery, "order" | "after" | "offset" | "limit">;

/** Reads two consecutive pages, a later one, and the count. */
async function listed(
  { database }: TempDatabase,
  whole: WholeQuery,
  order: readonly OrderTerm[],
): Promise<unknown> {
  return database.read(async ({ memos }) => {
    const page = { ...whole, order, offset: 0, limit: 30 };
    const first = await memos.list({ ...page, after: null });
    const last = first.at(-1);
    const after = last === undefined ? null : keysetOf(last, order);
    const second = after === null ? [] : await memos.list({ ...page, after, limit: 15 });
    const further = await memos.list({ ...page, after: null, offset: 7, limit: 5 });
    const ids = [first, second, further].map((found) => found.map(({ id }) => id));
    const atMost = whole.reach === undefined ? {} : { atMost: 50 };
    return { ids, count: await memos.count({ ...whole, ...atMost }) };
  });
}

// The time-out is for slow machines only.
describe("SQLite and PostgreSQL", { timeout: 300_000 }, () => {
  let both: readonly [TempDatabase, TempDatabase];
  beforeAll(async () => {
    both = [await fileDatabase(), await tempPostgresDatabase()];
    // Its thread is started by the time everything is written.
    for (const open of both) open.expectLists();
    const all = await rows();
    for (const { database } of both) {
      for (let start = 0; start < all.length; start += 200) {
        await database.write(async (stores) => {
          for (const row of all.slice(start, start + 200)) await saveRow(stores, row);
        });
      }
    }
  }, 300_000);
  afterAll(async () => {
    for (const open of both) await open[Symbol.asyncDispose]();
  });

  test.each(filters)("list the same memos in the same order: %s", async (cel) => {
    const filter = cel === null ? null : planOf(cel);
    let found = 0;
    for (const [nth, [name, access]] of Object.entries(callers).entries()) {
      for (const [at, kind] of kinds.entries()) {
        // With every change, each filter is tested with two kinds per caller, others than the filter before.
        if (!isNightly && (at + filters.indexOf(cel) + nth) % gateShare !== 0) continue;
        const query = { access, parent: null, filter, ...kind };
        // Each kind is tested with another order; over all filters every kind is tested with all.
        const order = orders[(at + filters.indexOf(cel)) % orders.length] ?? [];
        const asked = "reach" in kind ? [] : order;
        const [file, postgres] = await Promise.all(both.map((open) => listed(open, query, asked)));
        expect([name, kind, asked, postgres]).toEqual([name, kind, asked, file]);
        found += 1;
      }
    }
    const share = isNightly ? 1 : gateShare;
    expect(found).toBe((Object.keys(callers).length * kinds.length) / share);
  });

  test.each([
    "git log",
    "postgres ind",
    "the",
    "Größe strasse",
    "sure 100",
    "it's",
    "हिन्दी",
    "लिख",
    "ας",
    "東京",
    "タワー 高い",
    "서울",
    "very end",
    "words that rep",
    "nothing has these words",
    "* OR (",
  ])("rank the same memos: %s", async (text) => {
    for (const access of Object.values(callers)) {
      for (const tag of [null, "til"]) {
        const query = { access, text, tag, limit: 5000 };
        const [file, postgres] = await Promise.all(
          both.map(({ database }) =>
            database.read(async ({ rankedMemos }) => {
              const { places } = await rankedMemos.slice(query, 0);
              return places.map(({ id }) => id).toSorted();
            }),
          ),
        );
        expect(postgres).toEqual(file);
      }
    }
  });

  test("find a tag with its subtags, and store no ancestors of a text's tags", async () => {
    for (const { database } of both) {
      const found = async (filter: string) => {
        const memos = await database.read((stores) =>
          stores.memos.list({
            access: { user: "users/alice", spaces },
            parent: null,
            filter: planOf(filter),
            state: "NORMAL",
            trash: "none",
            reach: "everything",
            order: [],
            after: null,
            offset: 0,
            limit: 30,
          }),
        );
        return new Map(memos.map(({ content, tags }) => [content, tags]));
      };
      const novel: [string, string[]] = ["a novel #book/fiction", ["book/fiction"]];
      const thing: [string, string[]] = ["a thing #book", ["book"]];
      expect(await found('tag in ["book"]')).toEqual(new Map([novel, thing]));
      expect(await found('"book" in tags')).toEqual(new Map([thing]));
      expect(await found('tag in ["book/fiction"]')).toEqual(new Map([novel]));
      expect(await found('"book/fiction" in tags')).toEqual(new Map([novel]));
    }
  });

  test("count the same, and name the same files", async () => {
    const answers = both.map(({ database }) =>
      database.read(async ({ memos, attachments }) => ({
        tags: await Promise.all(
          Object.values(callers).flatMap((access) => [
            memos.tagCounts(access, false),
            memos.tagCounts(access, true),
          ]),
        ),
        trees: await Promise.all(creators.map((creator) => memos.tagTree(creator))),
        counts: await Promise.all(creators.map((creator) => memos.counts(creator))),
        days: await memos.dayCounts("users/alice", {
          fromMs: 0,
          toMs: Date.UTC(2030, 0, 1),
          offsetMs: -7 * 3_600_000,
        }),
        named: await attachments.namedInTexts(["none", "of", "these", "of-us", "none-1"]),
      })),
    );
    const [file, postgres] = await Promise.all(answers);
    expect(postgres).toEqual(file);
    expect(file?.named).toEqual(new Set(["these", "of-us", "none-1"]));
  });
});

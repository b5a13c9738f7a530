import { entityOf } from "@tidemark/core/commit";
import { deriveMemo } from "@tidemark/core/markdown";
import type { MemoElement } from "@tidemark/core/model";
import { foldText } from "@tidemark/core/filter";
import { describe, expect, test } from "vitest";
import { lacks } from "../../../tests/engine.ts";
import type { TempDatabase } from "../../../tests/all-stores.ts";
import {
  baseMs,
  memoRow,
  rowsOf,
  saveRow,
  storedRows,
  tempDatabase,
} from "../../../tests/temp-database.ts";
import { postgres } from "../../../tests/postgres.ts";

const full = memoRow("full", {
  content: "# Title\n\n#Work and #work/sub, [link](https://example.org)\n\n- [ ] open\n\n`code`",
  visibility: "SPACE",
  space: "spaces/team",
  pinned: true,
  state: "ARCHIVED",
  deletedMs: baseMs + 5,
  location: { placeholder: "Kiel", latitude: 54.32, longitude: -10.5 },
  createdMs: -1,
  updatedMs: baseMs + 7,
  gen: 3,
  seq: 42,
  stamps: { "*": "018bcfe56800-0000-a", pinned: "018bcfe56801-0000-b" },
  extra: { mood: { value: ["calm", null, 1.5] } },
});

/** Compares every index, read without the stores, with the memos. */
async function expectIndexesToMatch(open: TempDatabase): Promise<void> {
  const memos = await storedRows<{
    pk: number;
    content: string;
    creator: string;
    created_ms: number;
    visibility: number;
    space: string | null;
    listed: number;
  }>(
    open,
    `SELECT pk, content, creator, created_ms, visibility, space,
      CASE WHEN state = 0 AND deleted = 0 AND parent IS NULL THEN 1 ELSE 0 END AS listed
      FROM memo ORDER BY pk`,
  );
  const tagRows = memos.flatMap((memo) => {
    const { pk, content, ...repeated } = memo;
    return deriveMemo(content).tags.map((tag) => ({ memo_pk: pk, tag, ...repeated }));
  });
  const byPkAndTag = (a: { memo_pk: number; tag: string }, b: typeof a): number =>
    a.memo_pk - b.memo_pk || (a.tag < b.tag ? -1 : 1);
  const stored = await storedRows<(typeof tagRows)[number]>(open, "SELECT * FROM memo_tag");
  expect(stored.toSorted(byPkAndTag)).toEqual(tagRows.toSorted(byPkAndTag));
  if (lacks("fts5")) {
    const texts = await storedRows(
      open,
      "SELECT memo_pk, creator, folded, length(words) AS words FROM memo_text ORDER BY memo_pk, creator",
    );
    expect(texts).toEqual(memos.flatMap(textsOf));
    return;
  }
  for (const index of ["memo_trigram", "memo_word"]) {
    const rowids = rowsOf<{ id: number }>(open.file, `SELECT id FROM ${index}_docsize ORDER BY id`);
    expect(rowids.map((row) => row.id)).toEqual(memos.map((memo) => memo.pk));
  }
}

/**
 * Returns the rows that PostgreSQL should have for a memo's text: for other readers, and for its creator.
 */
function textsOf(memo: { pk: number; content: string; creator: string; visibility: number }) {
  const words = new Set(postgres?.wordsOf(memo.content)).size;
  const own = { memo_pk: memo.pk, creator: memo.creator, folded: foldText(memo.content), words };
  return memo.visibility === 0 ? [own] : [{ ...own, creator: "" }, own];
}

/** Returns numbers of memos whose text contains another one, from an index. */
async function textHits(open: TempDatabase, needle: string): Promise<readonly number[]> {
  if (!lacks("fts5")) {
    const match = `memo_trigram MATCH '"${needle}"'`;
    const found = rowsOf<{ pk: number }>(
      open.file,
      `SELECT rowid AS pk FROM memo_trigram WHERE ${match}`,
    );
    return found.map(({ pk }) => pk);
  }
  const found = await storedRows<{ pk: number }>(
    open,
    `SELECT memo_pk AS pk FROM memo_text WHERE creator <> '' AND folded LIKE '%${needle}%'`,
  );
  return found.map(({ pk }) => pk);
}

describe("saving a memo", () => {
  test("returns every field unchanged, with fields derived from the content", async () => {
    await using open = await tempDatabase("server");
    await open.database.write((stores) => saveRow(stores, full));
    const memo = await open.database.read((stores) => stores.memos.find("full"));
    expect(memo).toEqual({ ...full, ...deriveMemo(full.content), number: 1 });
    expect(memo?.property).toEqual({
      hasLink: true,
      hasTaskList: true,
      hasCode: true,
      hasIncompleteTasks: true,
      openTasks: 1,
      title: "Title",
    });
    const byNumber = await open.database.read((stores) => stores.memos.findByNumber(1));
    expect(byNumber).toEqual(memo);
    expect(await open.database.read((stores) => stores.memos.findByNumber(2))).toBeNull();
    expect(await open.database.read((stores) => stores.memos.idsByNumber([1, 2]))).toEqual(
      new Map([[1, "full"]]),
    );
    expect(await open.database.read((stores) => stores.memos.find("absent"))).toBeNull();
  });

  test("inserts a memo like saving it, and refuses to insert it twice", async () => {
    await using open = await tempDatabase("server");
    const reaction = {
      set: "reaction",
      key: "users/bob 👍",
      value: { creator: "users/bob", type: "👍" },
      stamp: "018bcfe56800-0000-a",
    } satisfies MemoElement;
    const state = new Uint8Array([1, 2, 3]);
    const entity = { row: full, text: { gen: full.gen, state }, elements: [reaction] };
    const insert = (): Promise<void> =>
      open.database.write(({ memos }) => memos.insert(entity, deriveMemo(full.content)));
    await insert();
    await open.database.read(async ({ memos }) => {
      const memo = await memos.find("full");
      expect(memo).toEqual({ ...full, ...deriveMemo(full.content), number: 1 });
      expect(memo && (await entityOf({ memos }, memo))).toEqual(entity);
    });
    await expectIndexesToMatch(open);
    await expect(insert()).rejects.toThrow(/UNIQUE|duplicate/);
  });

  test("replaces every field but the number", async () => {
    await using open = await tempDatabase("server");
    const plain = memoRow("full", { content: "plain", parent: "other" });
    for (const row of [full, plain, full]) {
      const given = await open.database.write((stores) => saveRow(stores, row));
      const memo = await open.database.read((stores) => stores.memos.find("full"));
      expect(memo).toEqual({ ...row, ...deriveMemo(row.content), number: 1 });
      expect(given).toEqual(memo);
      await expectIndexesToMatch(open);
    }
  });

  test("I9 · updates every index with content, time, owner, state and audience", async () => {
    await using open = await tempDatabase("server");
    const first = memoRow("m1", { content: "#one #two alpha" });
    const changes = [
      {},
      { content: "#two #three beta" },
      { createdMs: baseMs - 1000 },
      { visibility: "SPACE", space: "spaces/s" },
      { visibility: "PUBLIC" },
      { state: "ARCHIVED" },
      { state: "NORMAL", deletedMs: baseMs },
      { content: "no tags left" },
      { content: "#back" },
    ] as const;
    await open.database.write((stores) => saveRow(stores, memoRow("m2", { content: "#one" })));
    let row = first;
    for (const change of changes) {
      row = { ...row, ...change };
      await open.database.write((stores) => saveRow(stores, row));
      await expectIndexesToMatch(open);
    }
    expect(await textHits(open, "alp")).toEqual([]);
    expect(await textHits(open, "bac")).toEqual([2]);
  });

  test("indexes content without regard to case in any script", async () => {
    await using open = await tempDatabase("server");
    await open.database.write((stores) => saveRow(stores, memoRow("m1", { content: "ЁЛКА ꭰ" })));
    expect(await textHits(open, "елк")).toEqual([1]);
  });

  test.skipIf(lacks("fts5"))("writes no index if the content is unchanged", async () => {
    await using open = await tempDatabase("server");
    const row = memoRow("m1", { content: "#tag text" });
    await open.database.write((stores) => saveRow(stores, row));
    const index = (): unknown => ({
      trigram: rowsOf(open.file, "SELECT id, hex(block) AS block FROM memo_trigram_data"),
      word: rowsOf(open.file, "SELECT id, hex(block) AS block FROM memo_word_data"),
    });
    const before = index();
    await open.database.write((stores) => saveRow(stores, { ...row, pinned: true, updatedMs: 1 }));
    expect(index()).toEqual(before);
    await open.database.write((stores) => saveRow(stores, { ...row, content: "#tag other" }));
    expect(index()).not.toEqual(before);
  });

  test("never reuses a number, even if the newest memo is deleted", async () => {
    await using open = await tempDatabase("server");
    const numbers = await open.database.write(async (stores) => {
      const seen: (number | undefined)[] = [];
      for (const id of ["a", "b", "c"]) {
        await saveRow(stores, memoRow(id));
        seen.push((await stores.memos.find(id))?.number);
        await stores.memos.remove(id);
      }
      return seen;
    });
    expect(numbers).toEqual([1, 2, 3]);
  });
});

describe("a memo's document", () => {
  const bytes = new Uint8Array([0, 1, 2, 255]);

  test("is stored by generation, and the seed if none is stored", async () => {
    await using open = await tempDatabase("server");
    await open.database.write(async (stores) => {
      await saveRow(stores, memoRow("seed"));
      await saveRow(stores, memoRow("doc", { gen: 2 }), bytes);
    });
    const texts = await open.database.read(async ({ memos }) => ({
      seed: await memos.text("seed", 1),
      doc: await memos.text("doc", 2),
      older: await memos.text("doc", 1),
      many: await memos.texts(["seed", "doc", "absent"]),
    }));
    expect(texts.seed).toEqual({ gen: 1, state: null });
    expect(texts.doc).toEqual({ gen: 2, state: bytes });
    expect(texts.doc.state?.constructor).toBe(Uint8Array);
    expect(texts.older).toEqual({ gen: 1, state: null });
    expect(texts.many).toEqual(new Map([["doc", { gen: 2, state: bytes }]]));
  });

  test("is replaced, and deleted if the text is the seed again", async () => {
    await using open = await tempDatabase("server");
    const longer = new Uint8Array([9, 9, 9, 9, 9]);
    for (const state of [bytes, longer, null]) {
      await open.database.write((stores) => saveRow(stores, memoRow("doc"), state));
      const text = await open.database.read(({ memos }) => memos.text("doc", 1));
      expect(text.state).toEqual(state);
    }
    expect(await storedRows(open, "SELECT * FROM memo_doc")).toEqual([]);
  });
});

describe("removing and renaming", () => {
  test("a removed memo leaves no row in any table or index", async () => {
    await using open = await tempDatabase("server");
    await open.database.write(async (stores) => {
      await saveRow(stores, memoRow("stays", { content: "#tag stays" }));
      await saveRow(stores, memoRow("goes", { content: "#tag goes" }), new Uint8Array([1]));
      await stores.memos.remove("goes");
      await stores.memos.remove("absent");
    });
    await expectIndexesToMatch(open);
    expect(await storedRows(open, "SELECT id FROM memo")).toEqual([{ id: "stays" }]);
    expect(await storedRows(open, "SELECT memo FROM memo_doc")).toEqual([]);
    expect(await textHits(open, "goe")).toEqual([]);
    expect(await textHits(open, "tay")).toEqual([1]);
  });

  test("renaming a creator moves only their memos and tags", async () => {
    await using open = await tempDatabase("server");
    await open.database.write(async (stores) => {
      await saveRow(stores, memoRow("m1", { creator: "users/local", content: "#a" }));
      await saveRow(stores, memoRow("m2", { creator: "users/bob", content: "#a" }));
      await stores.memos.renameCreator("users/local", "users/alice");
    });
    await expectIndexesToMatch(open);
    const ids = await open.database.read(async ({ memos }) => [
      await memos.idsByCreator("users/alice", "", 10),
      await memos.idsByCreator("users/local", "", 10),
      await memos.idsByCreator("users/bob", "", 10),
    ]);
    expect(ids).toEqual([["m1"], [], ["m2"]]);
  });
});

test("renaming a creator renames only their reactions, including removed ones", async () => {
  await using open = await tempDatabase("server");
  const reaction = (creator: string, reactionType: string): MemoElement => ({
    set: "reaction",
    key: `${creator} ${reactionType}`,
    value: { id: `${creator}-${reactionType}`, creator, reactionType, createdMs: 1 },
    stamp: "000000000001-0000-a",
  });
  const elements = [
    reaction("users/local", "👍"),
    { ...reaction("users/local", "🎉"), value: null },
    reaction("users/localhost", "👍"),
  ];
  const renamed = await open.database.write(async (stores) => {
    await saveRow(stores, memoRow("m1", { creator: "users/local" }));
    const [record] = await stores.memos.findMany(["m1"]);
    if (record === undefined) throw new Error("not saved");
    const entity = await entityOf(stores, record);
    await stores.memos.save({ ...entity, elements }, record);
    await stores.memos.renameCreator("users/local", "users/alice");
    return (await stores.memos.elements(["m1"])).get("m1");
  });
  expect(renamed).toHaveLength(3);
  expect(renamed).toEqual(
    expect.arrayContaining([
      {
        ...reaction("users/alice", "👍"),
        value: { ...reaction("users/alice", "👍").value, id: "users/local-👍" },
      },
      { ...reaction("users/alice", "🎉"), value: null },
      reaction("users/localhost", "👍"),
    ]),
  );
});

describe("looking memos up", () => {
  test("finds many at once, more than one statement can bind, without duplicates", async () => {
    await using open = await tempDatabase("server");
    const ids = Array.from({ length: 1201 }, (_, n) => `m${String(n).padStart(5, "0")}`);
    await open.database.write(async (stores) => {
      for (const id of ids) await saveRow(stores, memoRow(id, { content: "" }));
    });
    const found = await open.database.read(({ memos }) =>
      memos.findMany([...ids, ids[0] ?? "", "absent"]),
    );
    expect(found.map((memo) => memo.id).toSorted()).toEqual(ids);
    const page = await open.database.read(({ memos }) =>
      memos.idsByCreator("users/alice", "m00009", 3),
    );
    expect(page).toEqual(["m00010", "m00011", "m00012"]);
    const others = await open.database.read(({ memos }) => memos.idsByOthers("users/bob"));
    expect(others).toHaveLength(1201);
    expect(await open.database.read(({ memos }) => memos.idsByOthers("users/alice"))).toEqual([]);
  });

  test("lists descendants children first, and ends on a cycle of parents", async () => {
    await using open = await tempDatabase("server");
    await open.database.write(async (stores) => {
      await saveRow(stores, memoRow("root"));
      await saveRow(stores, memoRow("c2", { parent: "root", createdMs: baseMs + 2 }));
      await saveRow(stores, memoRow("g1", { parent: "c2" }));
      await saveRow(stores, memoRow("c1", { parent: "root", createdMs: baseMs + 1 }));
      await saveRow(stores, memoRow("ring1", { parent: "ring2" }));
      await saveRow(stores, memoRow("ring2", { parent: "ring1" }));
    });
    const { database } = open;
    expect(await database.read(({ memos }) => memos.descendants("root"))).toEqual([
      "c1",
      "c2",
      "g1",
    ]);
    expect(await database.read(({ memos }) => memos.descendants("g1"))).toEqual([]);
    expect(await database.read(({ memos }) => memos.descendants("ring1"))).toEqual(["ring2"]);
  });

  test("lists memos due in the trash, oldest first", async () => {
    await using open = await tempDatabase("server");
    await open.database.write(async (stores) => {
      for (const [id, deletedMs] of [
        ["late", 30],
        ["early", 10],
        ["middle", 20],
        ["kept", null],
      ] as const) {
        await saveRow(stores, memoRow(id, { deletedMs }));
      }
    });
    const due = (ms: number, limit: number): Promise<string[]> =>
      open.database.read(({ memos }) => memos.idsTrashedBefore(ms, limit));
    expect(await due(30, 10)).toEqual(["early", "middle"]);
    expect(await due(100, 2)).toEqual(["early", "middle"]);
  });
});

test("a memo's size includes its elements in bytes", async () => {
  await using open = await tempDatabase("server");
  const element = (length: number): MemoElement => ({
    set: "relation",
    key: "other",
    value: { type: "€".repeat(length) },
    stamp: "000000000001-0000-a",
  });
  const sizes = await open.database.write(async (stores) => {
    for (const [id, elements] of Object.entries({ bare: [], hung: [element(5000)] })) {
      await saveRow(stores, memoRow(id, {}));
      const [record] = await stores.memos.findMany([id]);
      if (record === undefined) throw new Error("not saved");
      await stores.memos.save({ ...(await entityOf(stores, record)), elements }, record);
    }
    return stores.memos.sizes(["bare", "hung"]);
  });
  const [bare = 0, hung = 0] = [sizes.get("bare"), sizes.get("hung")];
  expect(hung - bare).toBeGreaterThan(15_000);
  expect(hung - bare).toBeLessThan(16_000);
});

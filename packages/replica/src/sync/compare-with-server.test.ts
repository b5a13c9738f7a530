import type { DeviceDatabase, DigestQuery } from "@tidemark/core";
import { type DigestAnswer, digestOf, type MemoDigest } from "@tidemark/core/sync/protocol";
import { expect, test } from "vitest";
import { compareWithServer } from "./compare-with-server.ts";

const atOnce = 3;

/** Digests that one side returns, a few at a time. */
function slice(
  memos: readonly MemoDigest[],
  { after, upTo }: Pick<DigestQuery, "after" | "upTo">,
): { readonly memos: MemoDigest[]; readonly isEnd: boolean } {
  const wanted = memos.filter(({ id }) => id > after && (upTo === null || id <= upTo));
  return { memos: wanted.slice(0, atOnce), isEnd: wanted.length < atOnce };
}

interface Side {
  memos: MemoDigest[];
}

function compare(
  here: Side,
  there: Side | null,
  syncNow: (times: number) => boolean | void = () => true,
  held: readonly string[] = [],
) {
  let asked = 0;
  let syncs = 0;
  const database = {
    read: async (work: (stores: unknown) => Promise<unknown>) =>
      work({ memos: { digests: async (query: DigestQuery) => slice(here.memos, query) } }),
  } as unknown as DeviceDatabase;
  const outcome = compareWithServer({
    database,
    user: "users/alice",
    async ask(request): Promise<DigestAnswer | null> {
      asked += 1;
      if (there === null) return null;
      const { memos, isEnd } = slice(there.memos, request);
      return {
        upTo: isEnd ? null : (memos.at(-1)?.id ?? null),
        count: memos.length,
        digest: digestOf(memos),
        ...(request.isListed && { memos }),
      };
    },
    held: async () => new Set(held),
    syncNow: async () => {
      syncs += 1;
      return syncNow(syncs) !== false;
    },
  });
  return outcome.then((compared) => ({ compared, asked, syncs }));
}

const memo = (id: string, digest = `says ${id}`): MemoDigest => ({ id, digest });
const letters = (words: string): MemoDigest[] => [...words].map((id) => memo(id));

test("R12d · a memo that the server refused is no difference", async () => {
  const here = { memos: [...letters("abcd"), memo("x", "held")] };
  const there = { memos: letters("abcd") };
  const { compared } = await compare(here, there, () => true, ["x"]);
  expect(compared).toEqual({ alike: 4, unlike: [] });
});

test("A31 · lists no single memos if all are equal", async () => {
  const alike = { memos: letters("abcdefgh") };
  expect(await compare(alike, { memos: letters("abcdefgh") })).toEqual({
    compared: { alike: 8, unlike: [] },
    asked: 3,
    syncs: 0,
  });
  expect((await compare({ memos: [] }, { memos: [] })).compared).toEqual({ alike: 0, unlike: [] });
});

test.each([
  ["more here than there", "abcdefgh", "ah"],
  ["more there than here", "ah", "abcdefgh"],
  ["nothing here", "", "abcdefg"],
  ["nothing there", "abcdefg", ""],
  ["none of them on both", "aceg", "bdfh"],
])("A31 · finds memos that only one side has: %s", async (_what, mine, theirs) => {
  const { compared } = await compare({ memos: letters(mine) }, { memos: letters(theirs) });
  if (typeof compared === "string") throw new Error(compared);
  const both = [...mine].filter((id) => theirs.includes(id));
  expect(compared.alike).toBe(both.length);
  expect(compared.unlike.map(({ id }) => id).toSorted()).toEqual(
    [...mine, ...theirs].filter((id) => !both.includes(id)).toSorted(),
  );
  for (const { id, here, there } of compared.unlike) {
    expect([here !== null, there !== null]).toEqual([mine.includes(id), theirs.includes(id)]);
  }
});

test("A31a · what a sync brings is not called unlike", async () => {
  const here = { memos: letters("abc") };
  const there = { memos: letters("abcd") };
  const arrived = await compare(here, there, () => {
    here.memos = letters("abcd");
  });
  expect(arrived.compared).toEqual({ alike: 4, unlike: [] });
});

test("A31a · what goes on moving is not called lost", async () => {
  const here = { memos: [memo("a", "0")] };
  const there = { memos: [memo("a", "new")] };
  const moved = await compare(here, there, (times) => {
    here.memos = [memo("a", String(times))];
  });
  expect(moved.compared).toBe("moving");
  expect((await compare({ memos: letters("a") }, { memos: [] }, () => false)).compared).toBe(
    "moving",
  );
});

test("A31b · an older server is asked once, and nothing is said", async () => {
  expect(await compare({ memos: letters("abc") }, null)).toMatchObject({
    compared: "too-old",
    asked: 1,
  });
});

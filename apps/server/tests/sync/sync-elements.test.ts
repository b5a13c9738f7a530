import type { Caller, Stamp } from "@tidemark/core/model";
import type { MemoOp } from "@tidemark/core/merge";
import { describe, expect, test } from "vitest";
import { startWithUsers, type TwoUsers } from "../two-users.ts";

type Op = MemoOp;

/** Pushes operations of a user's device and returns the code of each result. */
async function push(users: TwoUsers, user: string, ops: readonly Op[]): Promise<string[]> {
  const { sync } = users.server.services;
  const caller: Caller = {
    name: `users/${user}`,
    role: user === "alice" ? "ADMIN" : "USER",
    scope: null,
    device: "test",
    spaces: [],
  };
  const { epoch, serverTimeMs } = await sync.hello(caller);
  const answer = await sync.push(caller, {
    epoch,
    streamId: `stream-${crypto.randomUUID()}`,
    clientNowMs: serverTimeMs,
    ops: ops.map((op, index) => ({ n: index + 1, op })),
  });
  if (answer.type !== "results") throw new Error(answer.type);
  return answer.results.map((result) => result.code);
}

let counter = 0;
const stamp = (): Stamp => {
  counter += 1;
  return `018bcfe56800-${counter.toString(16).padStart(4, "0")}-d`;
};

function reaction(memo: string, creator: string, type: string, value: object | null = {}): Op {
  return {
    kind: "memo.element",
    entity: memo,
    stamp: stamp(),
    set: "reaction",
    key: `users/${creator} ${type}`,
    value:
      value === null
        ? null
        : {
            id: `r-${type}`,
            creator: `users/${creator}`,
            reactionType: type,
            createdMs: 1,
            ...value,
          },
  };
}

function relation(memo: string, target: string): Op {
  return {
    kind: "memo.element",
    entity: memo,
    stamp: stamp(),
    set: "relation",
    key: target,
    value: { type: "REFERENCE" },
  };
}

describe("a device", () => {
  test("A4 · reacts only to memos that its user can read, and only as that user", async () => {
    await using users = await startWithUsers();
    const { alice } = users;
    await alice("POST", "/memos?memoId=open", { content: "", visibility: "PUBLIC" });
    await alice("POST", "/memos?memoId=own", { content: "" });
    const codes = await push(users, "bob", [
      reaction("open", "bob", "up"),
      reaction("open", "carol", "forged"),
      reaction("open", "bob", "lied", { creator: "users/carol" }),
      reaction("open", "bob", "long".repeat(17)),
      reaction("own", "bob", "unseen"),
      relation("open", "open2"),
    ]);
    expect(codes).toEqual(["applied", "denied", "denied", "denied", "missing", "denied"]);
    expect((await alice("GET", "/memos/open")).body["reactions"]).toMatchObject([
      { creator: "users/bob", reactionType: "up" },
    ]);
  });

  test("A4 · removes its user's reactions; only administrators remove others'", async () => {
    await using users = await startWithUsers();
    const { bob } = users;
    await bob("POST", "/memos?memoId=b", { content: "", visibility: "PUBLIC" });
    await push(users, "carol", [reaction("b", "carol", "up"), reaction("b", "carol", "down")]);
    expect(await push(users, "bob", [reaction("b", "carol", "up", null)])).toEqual(["denied"]);
    expect(await push(users, "carol", [reaction("b", "carol", "up", null)])).toEqual(["applied"]);
    expect(await push(users, "alice", [reaction("b", "carol", "down", null)])).toEqual(["applied"]);
    expect((await bob("GET", "/memos/b")).body["reactions"]).toEqual([]);
  });

  test("A2 · links its user's memos to memos that they can read", async () => {
    await using users = await startWithUsers();
    const { alice, bob } = users;
    await bob("POST", "/memos?memoId=b", { content: "" });
    await alice("POST", "/memos?memoId=open", { content: "", visibility: "PUBLIC" });
    await alice("POST", "/memos?memoId=own", { content: "" });
    const codes = await push(users, "bob", [
      relation("b", "open"),
      relation("b", "own"),
      relation("b", "missing"),
      relation("b", "b"),
    ]);
    expect(codes).toEqual(["applied", "denied", "denied", "denied"]);
    expect((await bob("GET", "/memos/b")).body["relations"]).toMatchObject([
      { relatedMemo: { name: "memos/open" } },
    ]);
  });

  test("A4a · that states a memo whole brings no reactions of others with it", async () => {
    await using users = await startWithUsers();
    const fields = {
      state: "NORMAL",
      visibility: "PUBLIC",
      pinned: false,
      space: null,
      deletedMs: null,
      location: null,
      createdMs: 1,
      updatedMs: 1,
    } as const;
    const { kind: _kind, entity: _entity, ...own } = reaction("n", "bob", "up") as ElementOp;
    const { kind: _k, entity: _e, ...forged } = reaction("n", "carol", "up") as ElementOp;
    const at = stamp();
    const put: Op = {
      kind: "memo.put",
      entity: "n",
      stamp: at,
      creator: "users/bob",
      parent: null,
      fields,
      stamps: { "*": at },
      text: { gen: 1, content: "x" },
      elements: [own, forged],
      extra: {},
    };
    expect(await push(users, "bob", [put])).toEqual(["applied"]);
    expect((await users.bob("GET", "/memos/n")).body["reactions"]).toMatchObject([
      { creator: "users/bob" },
    ]);
  });

  test("A2a · that states a memo whole links it to nothing that its user cannot read", async () => {
    await using users = await startWithUsers();
    const { alice, bob } = users;
    await alice("POST", "/memos?memoId=open", { content: "", visibility: "PUBLIC" });
    await alice("POST", "/memos?memoId=closed", { content: "" });
    await alice("POST", "/memos?memoId=purged", { content: "", visibility: "PUBLIC" });
    await alice("DELETE", "/memos/purged?force=true");
    await bob("POST", "/memos?memoId=trashed", { content: "" });
    await bob("DELETE", "/memos/trashed");
    const targets = ["open", "closed", "purged", "trashed", "later", "n"];
    const links = targets.map((target) => elementOf(relation("n", target)));
    const comment = { ...elementOf(relation("n", "open2")), value: { type: "COMMENT" } };
    expect(await push(users, "bob", [putOf("n", "bob", [...links, comment])])).toEqual(["applied"]);
    const stored = async (): Promise<string[]> => {
      const { database } = users.server.services;
      const elements = await database.read(({ memos }) => memos.elements(["n"]));
      return (elements.get("n") ?? []).map(({ key }) => key);
    };
    expect(await stored()).toEqual(["later", "open", "trashed"]);

    // Existing relations to a memo that becomes hidden stay, even if the whole memo is asserted again.
    await alice("PATCH", "/memos/open", { visibility: "PRIVATE" });
    expect(await push(users, "bob", [putOf("n", "bob", links)])).toEqual(["applied"]);
    expect(await stored()).toEqual(["later", "open", "trashed"]);
    expect((await bob("GET", "/memos/n")).body["relations"]).toEqual([]);
    // A relation to a memo that is created later is shown to its readers.
    await alice("POST", "/memos?memoId=later", { content: "", visibility: "PUBLIC" });
    expect((await bob("GET", "/memos/n")).body["relations"]).toMatchObject([
      { relatedMemo: { name: "memos/later" } },
    ]);
  });

  test("A4a · states at most a hundred reactions of its user with a memo", async () => {
    await using users = await startWithUsers();
    const many = Array.from({ length: 120 }, (_, n) => elementOf(reaction("n", "bob", `r${n}`)));
    expect(await push(users, "bob", [putOf("n", "bob", many)])).toEqual(["applied"]);
    expect((await users.bob("GET", "/memos/n")).body["reactions"]).toHaveLength(100);
  });

  test("A4a · states a reaction with what a reaction has, and little beside it", async () => {
    await using users = await startWithUsers();
    await users.alice("POST", "/memos?memoId=open", { content: "", visibility: "PUBLIC" });
    const values = [
      { createdMs: 1e308 },
      { createdMs: 253_402_300_800_000 },
      { createdMs: -62_135_596_800_001 },
      { createdMs: 1.5 },
      { id: "no/id" },
      { id: "__proto__" },
      { note: "x".repeat(1000) },
      { a: "x".repeat(400), b: "€".repeat(200) },
    ];
    for (const value of values) {
      expect(await push(users, "bob", [reaction("open", "bob", "up", value)])).toEqual(["denied"]);
      const asserted = putOf("n", "bob", [elementOf(reaction("n", "bob", "up", value))]);
      expect(await push(users, "bob", [asserted])).toEqual(["applied"]);
    }
    expect(await push(users, "bob", [reaction("open", "bob", "half \uD83D")])).toEqual(["denied"]);
    const elements = await users.server.services.database.read(({ memos }) =>
      memos.elements(["open", "n"]),
    );
    expect(elements.size).toBe(0);
    // An unknown name from a newer version is stored.
    const newer = reaction("open", "bob", "up", { note: "x" });
    expect(await push(users, "bob", [newer])).toEqual(["applied"]);
  });

  test("A2a · links a memo to what may be a memo, and says little of it", async () => {
    await using users = await startWithUsers();
    const bad = [
      { ...elementOf(relation("n", "heavy")), value: { type: "REFERENCE", a: "x".repeat(1000) } },
      elementOf(relation("n", "no/id")),
      elementOf(relation("n", "__proto__")),
      { ...elementOf(relation("n", "no id")), value: null },
    ];
    const sound = elementOf(relation("n", "later"));
    expect(await push(users, "bob", [putOf("n", "bob", [...bad, sound])])).toEqual(["applied"]);
    const { database } = users.server.services;
    const stored = (await database.read(({ memos }) => memos.elements(["n"]))).get("n");
    expect(stored?.map(({ key }) => key)).toEqual(["later"]);
    const pushed = bad.map((element): Op => ({ kind: "memo.element", entity: "n", ...element }));
    expect(new Set(await push(users, "bob", pushed))).toEqual(new Set(["invalid"]));
  });

  test("creates notifications for comments and mentions, like other writers", async () => {
    await using users = await startWithUsers();
    const { alice, bob } = users;
    await alice("POST", "/memos?memoId=a", { content: "", visibility: "PUBLIC" });
    const at = stamp();
    const put: Op = {
      kind: "memo.put",
      entity: "c",
      stamp: at,
      creator: "users/carol",
      parent: "a",
      fields: {
        state: "NORMAL",
        visibility: "PRIVATE",
        pinned: false,
        space: null,
        deletedMs: null,
        location: null,
        createdMs: 1,
        updatedMs: 1,
      },
      stamps: { "*": at },
      text: { gen: 1, content: "@bob look" },
      elements: [],
      extra: {},
    };
    expect(await push(users, "carol", [put])).toEqual(["applied"]);
    expect((await alice("GET", "/users/alice/notifications")).body["notifications"]).toMatchObject([
      { type: "MEMO_COMMENT", sender: "users/carol" },
    ]);
    expect((await bob("GET", "/users/bob/notifications")).body["notifications"]).toMatchObject([
      { type: "MEMO_MENTION", memo: "memos/c", relatedMemo: "memos/a" },
    ]);
  });
});

type ElementOp = Extract<Op, { kind: "memo.element" }>;
type Element = Pick<ElementOp, "set" | "key" | "value" | "stamp">;

function elementOf(op: Op): Element {
  const { set, key, value, stamp: at } = op as ElementOp;
  return { set, key, value, stamp: at };
}

/** Returns an assertion of a whole memo. */
function putOf(memo: string, creator: string, elements: Element[]): Op {
  const at = stamp();
  const fields = {
    state: "NORMAL",
    visibility: "PUBLIC",
    pinned: false,
    space: null,
    deletedMs: null,
    location: null,
    createdMs: 1,
    updatedMs: 1,
  } as const;
  return {
    kind: "memo.put",
    entity: memo,
    stamp: at,
    creator: `users/${creator}`,
    parent: null,
    fields,
    stamps: { "*": at },
    text: { gen: 1, content: "x" },
    elements,
    extra: {},
  };
}

import { deriveMemo } from "@tidemark/core/markdown";
import type { MemoElement } from "@tidemark/core/model";
import { describe, expect, test } from "vitest";
import { listQueryOf } from "../../../tests/list-query.ts";
import { baseMs, memoRow, tempDatabase } from "../../../tests/temp-database.ts";
import type { UserReference } from "@tidemark/core/names";

const link = (key: string, isThere = true): MemoElement => ({
  set: "relation",
  key,
  value: isThere ? { type: "REFERENCE" } : null,
  stamp: "018bcfe56800-0000-a",
});

async function save(
  database: Awaited<ReturnType<typeof tempDatabase>>["database"],
  id: string,
  changes: Parameters<typeof memoRow>[1] = {},
  elements: readonly MemoElement[] = [],
): Promise<void> {
  const row = memoRow(id, changes);
  const entity = { row, text: { gen: 1, state: null }, elements };
  await database.write(({ memos }) => memos.save(entity, deriveMemo(row.content)));
}

describe("lookups of related memos", () => {
  test("find links in both directions, without removed ones", async () => {
    await using open = await tempDatabase("server");
    const { database } = open;
    await save(database, "target");
    await save(database, "a", {}, [link("target")]);
    await save(database, "b", {}, [link("target", false), link("a")]);
    await save(database, "c2", { parent: "target", createdMs: baseMs + 1 });
    await save(database, "c1", { parent: "target" });
    await database.read(async ({ memos }) => {
      const ids = ["target", "a", "b"];
      expect(await memos.referrers(ids)).toEqual(
        new Map([
          ["target", ["a"]],
          ["a", ["b"]],
        ]),
      );
      const children = await memos.children(ids);
      expect([...children.keys()]).toEqual(["target"]);
      expect(children.get("target")?.map(({ id }) => id)).toEqual(["c2", "c1"]);
    });
  });

  test("tell which memos have any parts: each kind, from either end", async () => {
    await using open = await tempDatabase("server");
    const { database } = open;
    const reaction = { set: "reaction", key: "users/bob", value: null } as const;
    await save(database, "bare");
    await save(database, "removed", {}, [link("bare", false)]);
    await save(database, "reacted", {}, [{ ...reaction, stamp: "018bcfe56800-0000-a" }]);
    await save(database, "linked");
    await save(database, "linking", {}, [link("linked")]);
    await save(database, "talked");
    await save(database, "comment", { parent: "talked" });
    await save(database, "filed");
    const stamps = { filename: "0-0-a", link: "0-0-a" } as const;
    await database.write(async ({ attachments }) => {
      await attachments.insert({
        ...{
          id: "f",
          creator: "users/alice" as const,
          createdMs: baseMs,
          updatedMs: baseMs,
          memo: "filed",
        },
        ...{ filename: "f", type: "text/plain", sizeBytes: 0, sha256: null, position: 0 },
        ...{ externalLink: "https://example.org/f", motion: null, metadata: null },
        ...{ stamps, seq: 0, extra: {} },
      });
    });
    await database.read(async ({ memos }) => {
      const ids = [
        ...["bare", "removed", "reacted", "linked", "linking"],
        ...["talked", "comment", "filed", "none"],
      ];
      const found = await memos.idsWithParts(ids);
      expect(found.toSorted()).toEqual(
        ["removed", "reacted", "linked", "linking", "talked", "filed"].toSorted(),
      );
      expect(await memos.idsWithParts([])).toEqual([]);
    });
  });

  test("return a memo's head with the same fields as the memo", async () => {
    await using open = await tempDatabase("server");
    const { database } = open;
    await save(database, "a", { visibility: "SPACE", space: "spaces/team" });
    await save(database, "b", { parent: "a", state: "ARCHIVED", deletedMs: baseMs });
    await database.read(async ({ memos }) => {
      const heads = await memos.heads(["a", "b", "none", "a"]);
      expect(heads).toHaveLength(2);
      for (const head of heads) expect(await memos.find(head.id)).toMatchObject(head);
    });
  });

  test("return memos of a space by id, without comments", async () => {
    await using open = await tempDatabase("server");
    const { database } = open;
    const space = "spaces/team";
    for (const id of ["b", "a", "c"]) await save(database, id, { space, visibility: "SPACE" });
    await save(database, "d", { space, parent: "a", visibility: "SPACE" });
    await save(database, "e", { space: "spaces/other" });
    await database.read(async ({ memos }) => {
      expect(await memos.idsInSpace(space, "", 2)).toEqual(["a", "b"]);
      expect(await memos.idsInSpace(space, "b", 2)).toEqual(["c"]);
    });
  });

  test("compute the same figures as a list", async () => {
    await using open = await tempDatabase("server");
    const { database } = open;
    await save(database, "own", { content: "#x `code`", pinned: true });
    await save(database, "hidden", { creator: "users/bob" });
    await save(database, "open", { creator: "users/bob", visibility: "PUBLIC" });
    await save(database, "mine-open", {
      visibility: "PUBLIC",
      createdMs: baseMs + 1,
      updatedMs: baseMs + 5,
    });
    const query = {
      access: { user: "users/alice", spaces: [] },
      state: "NORMAL",
      trash: "none",
      parent: null,
      filter: null,
    } as const;
    const figures = await database.read(({ memos }) => memos.figures(query));
    expect(figures.map(({ creator }) => creator).toSorted()).toEqual(["users/alice", "users/bob"]);
    expect(figures.find(({ creator }) => creator === "users/alice")).toEqual({
      creator: "users/alice",
      memos: 2,
      withLink: 0,
      withCode: 1,
      withTasks: 0,
      withOpenTasks: 0,
      createdMs: [baseMs + 1, baseMs],
      updatedMs: [baseMs + 5, baseMs],
      pinned: ["own"],
      tags: [["x", 1]],
    });
    // Filters that the database can't express are evaluated in memory.
    const { filter } = listQueryOf('content.matches("c[o]de")');
    const asked = await database.read(({ memos }) => memos.figures({ ...query, filter }));
    expect(asked).toMatchObject([{ creator: "users/alice", memos: 1, tags: [["x", 1]] }]);
  });
});

describe("notifications", () => {
  const notification = {
    id: "n1",
    user: "users/alice",
    sender: "users/bob",
    type: "MEMO_MENTION",
    memo: "m",
    relatedMemo: null,
    status: "UNREAD",
    createdMs: baseMs,
  } as const;

  test("are stored once per user, type, memo and sender, and deleted with the memo", async () => {
    await using open = await tempDatabase("server");
    const { database } = open;
    await save(database, "m");
    await database.write(async ({ notifications }) => {
      expect(await notifications.add(notification)).toBe(true);
      expect(await notifications.add({ ...notification, id: "n2" })).toBe(false);
      expect(await notifications.add({ ...notification, id: "n3", sender: "users/eve" })).toBe(
        true,
      );
    });
    const list = () =>
      database.read(({ notifications }) => notifications.listByUser("users/alice", null, 10));
    expect((await list()).map((each) => each.id)).toEqual(["n3", "n1"]);
    await database.write(({ memos }) => memos.remove("m"));
    expect(await list()).toEqual([]);
  });
});

describe("accounts", () => {
  test("that were closed are found only by name, and only as taken", async () => {
    await using open = await tempDatabase("server");
    await open.database.write(async ({ users }) => {
      const { number } = await users.insert({
        username: "Alice",
        role: "ADMIN",
        isHost: true,
        passwordHash: "hash",
        email: "alice@tides.example",
        displayName: "Alice",
        avatarUrl: "",
        description: "",
        state: "NORMAL",
        createdMs: baseMs,
        updatedMs: baseMs,
      });
      expect(await users.closedNames()).toEqual([]);
      await users.close(number, baseMs + 1);
      expect(await users.findByUsername("alice")).toBeNull();
      expect(await users.findByNumber(number)).toBeNull();
      expect(await users.list()).toEqual([]);
      expect(await users.isTaken("ALICE")).toBe(true);
      expect(await users.isTaken("bob")).toBe(false);
      expect(await users.closedNames()).toEqual(["Alice"]);
    });
  });
});

describe("spaces", () => {
  test("are listed by member, with the number of their members", async () => {
    await using open = await tempDatabase("server");
    await open.database.write(async ({ spaces }) => {
      for (const [id, createdMs] of [
        ["late", baseMs + 1],
        ["early", baseMs],
        ["empty", baseMs],
      ] as const) {
        await spaces.insert({ id, title: id, description: "", createdMs });
      }
      for (const space of ["early", "late"]) {
        await spaces.saveMember({ space, user: "users/alice", role: "ADMIN" });
      }
      await spaces.saveMember({ space: "late", user: "users/bob", role: "USER" });
      const ids = async (user: UserReference) =>
        (await spaces.listByMember(user)).map(({ id }) => id);
      expect(await ids("users/alice")).toEqual(["early", "late"]);
      expect(await ids("users/bob")).toEqual(["late"]);
      expect(await ids("users/carol")).toEqual([]);
      expect(await spaces.countMembers(["early", "late", "empty"])).toEqual(
        new Map([
          ["early", 1],
          ["late", 2],
        ]),
      );
      expect(await spaces.countMembers([])).toEqual(new Map());
    });
  });

  test("have one invitation per user, until it expires or the space is deleted", async () => {
    await using open = await tempDatabase("server");
    await open.database.write(async ({ spaceInvitations, spaces }) => {
      for (const id of ["a", "b"]) {
        await spaces.insert({ id, title: id, description: "", createdMs: baseMs });
      }
      const times = { createdMs: baseMs, expiresMs: baseMs + 10 };
      const toBob = { space: "a", user: "users/bob", role: "USER", ...times } as const;
      const toCarol = { ...toBob, user: "users/carol" } as const;
      const other = { ...toBob, space: "b", expiresMs: baseMs + 20 };
      for (const each of [other, toCarol, toBob]) await spaceInvitations.save(each);
      const again = { ...toBob, role: "ADMIN", expiresMs: baseMs + 11 } as const;
      await spaceInvitations.save(again);
      expect(await spaceInvitations.find("a", "users/bob")).toEqual(again);
      expect(await spaceInvitations.find("b", "users/carol")).toBeNull();
      expect(await spaceInvitations.listBySpace("a")).toEqual([again, toCarol]);
      expect(await spaceInvitations.listByUser("users/bob")).toEqual([again, other]);

      await spaceInvitations.removeExpired(baseMs + 10);
      expect(await spaceInvitations.listBySpace("a")).toEqual([again]);
      await spaces.remove("a");
      expect(await spaceInvitations.listByUser("users/bob")).toEqual([other]);
      await spaceInvitations.save({ ...other, user: "users/carol" });
      await spaceInvitations.remove("b", "users/carol");
      expect(await spaceInvitations.listBySpace("b")).toEqual([other]);
      await spaceInvitations.removeByUser("users/bob");
      expect(await spaceInvitations.listBySpace("b")).toEqual([]);
    });
  });

  test("delete their members with them, and a member has one role", async () => {
    await using open = await tempDatabase("server");
    const member = { space: "s", user: "users/alice", role: "USER" } as const;
    await open.database.write(async ({ spaces }) => {
      await spaces.insert({ id: "s", title: "S", description: "", createdMs: baseMs });
      await spaces.saveMember(member);
      await spaces.saveMember({ ...member, role: "ADMIN" });
      expect(await spaces.memberships("users/alice")).toEqual([{ ...member, role: "ADMIN" }]);
      await spaces.remove("s");
      expect(await spaces.memberships("users/alice")).toEqual([]);
    });
  });
});

import type { AccessTokenRecord, PairingCodeRecord, SessionRecord } from "@tidemark/core";
import type { UserRecord } from "@tidemark/core/model";
import { describe, expect, test } from "vitest";
import { tempDatabase } from "../../../tests/temp-database.ts";

const alice: Omit<UserRecord, "number"> = {
  username: "Alice",
  role: "ADMIN",
  isHost: true,
  passwordHash: "hash",
  email: "a@example.org",
  displayName: "Alice A.",
  avatarUrl: "",
  description: "",
  state: "NORMAL",
  createdMs: 1,
  updatedMs: 2,
};

describe("users", () => {
  test("are found by name without regard to case, and by number", async () => {
    await using open = await tempDatabase();
    const stored = await open.database.write(async ({ users }) => {
      await users.insert({ ...alice, username: "first" });
      return users.insert(alice);
    });
    expect(stored).toEqual({ ...alice, number: 2 });
    await open.database.read(async ({ users }) => {
      expect(await users.findByUsername("aLICE")).toEqual(stored);
      expect(await users.findByNumber(2)).toEqual(stored);
      expect(await users.findByUsername("bob")).toBeNull();
      expect(await users.findByNumber(3)).toBeNull();
      expect((await users.list()).map((user) => user.username)).toEqual(["first", "Alice"]);
    });
  });

  test("cannot share a name that differs only in case", async () => {
    await using open = await tempDatabase();
    await open.database.write(({ users }) => users.insert(alice));
    const again = open.database.write(({ users }) => users.insert({ ...alice, username: "ALICE" }));
    await expect(again).rejects.toThrow(/UNIQUE|unique/);
  });

  test("are updated in all fields", async () => {
    await using open = await tempDatabase();
    const changed = await open.database.write(async ({ users }) => {
      const { number } = await users.insert(alice);
      const user: UserRecord = {
        number,
        username: "Alice",
        role: "USER",
        isHost: false,
        passwordHash: "other",
        email: "b@example.org",
        displayName: "B",
        avatarUrl: "https://example.org/b.png",
        description: "text",
        state: "ARCHIVED",
        createdMs: 3,
        updatedMs: 4,
      };
      await users.update(user);
      return user;
    });
    expect(await open.database.read(({ users }) => users.list())).toEqual([changed]);
  });
});

function session(id: string, changes: Partial<SessionRecord> = {}): SessionRecord {
  return {
    id,
    secretHash: `secret-${id}`,
    accessTokenHash: `token-${id}`,
    accessTokenExpiresMs: 10,
    user: "users/alice",
    kind: "web",
    clientInfo: "browser",
    createdMs: 1,
    lastUsedMs: 2,
    expiresMs: 3,
    revokedMs: null,
    ...changes,
  };
}

describe("pairing codes", () => {
  const code = (id: string, changes: Partial<PairingCodeRecord> = {}): PairingCodeRecord => ({
    id,
    hash: `hash-${id}`,
    user: "users/alice",
    maker: "s1",
    createdMs: 1,
    expiresMs: 10,
    opened: null,
    ...changes,
  });

  test("are found by hash, listed oldest first, and used once", async () => {
    await using open = await tempDatabase();
    await open.database.write(async ({ pairingCodes }) => {
      await pairingCodes.insert(code("c2", { createdMs: 2 }));
      await pairingCodes.insert(code("c1"));
      await pairingCodes.insert(code("bob", { user: "users/bob" }));
      expect(await pairingCodes.findByHash("hash-c1")).toEqual(code("c1"));
      expect(await pairingCodes.findByHash("hash")).toBeNull();
      expect(await pairingCodes.use("c1", "s2")).toBe(true);
      expect(await pairingCodes.use("c1", "s3")).toBe(false);
      expect(await pairingCodes.use("none", "s3")).toBe(false);
    });
    const listed = await open.database.read((s) => s.pairingCodes.listByUser("users/alice"));
    expect(listed).toEqual([code("c1", { opened: "s2" }), code("c2", { createdMs: 2 })]);
  });

  test("are removed one by one, with their user's others, and when they expire", async () => {
    await using open = await tempDatabase();
    const left = await open.database.write(async ({ pairingCodes }) => {
      for (const id of ["c1", "c2", "c3"]) await pairingCodes.insert(code(id));
      await pairingCodes.insert(code("bob", { user: "users/bob", expiresMs: 11 }));
      await pairingCodes.remove("c2");
      const kept = await pairingCodes.listByUser("users/alice");
      await pairingCodes.removeByUser("users/alice");
      await pairingCodes.insert(code("c4"));
      await pairingCodes.removeExpired(10);
      const [alices, bobs] = [
        await pairingCodes.listByUser("users/alice"),
        await pairingCodes.listByUser("users/bob"),
      ];
      return { kept: kept.map(({ id }) => id), alices, bobs: bobs.map(({ id }) => id) };
    });
    expect(left).toEqual({ kept: ["c1", "c3"], alices: [], bobs: ["bob"] });
  });
});

describe("sessions", () => {
  test("are found by either hash, updated and removed", async () => {
    await using open = await tempDatabase();
    await open.database.write(async ({ sessions }) => {
      await sessions.insert(session("s1", { lastUsedMs: 1 }));
      await sessions.insert(session("s2", { lastUsedMs: 2, kind: "device" }));
      await sessions.update(session("s1", { accessTokenHash: "renewed", lastUsedMs: 5 }));
    });
    await open.database.read(async ({ sessions }) => {
      expect((await sessions.findBySecretHash("secret-s2"))?.kind).toBe("device");
      expect((await sessions.findByAccessTokenHash("renewed"))?.id).toBe("s1");
      expect(await sessions.findByAccessTokenHash("token-s1")).toBeNull();
      expect(await sessions.listByUser("users/alice")).toEqual([
        session("s1", { accessTokenHash: "renewed", lastUsedMs: 5 }),
        session("s2", { lastUsedMs: 2, kind: "device" }),
      ]);
    });
    await open.database.write(({ sessions }) => sessions.remove("s1"));
    expect(await open.database.read((s) => s.sessions.findBySecretHash("secret-s1"))).toBeNull();
  });

  test("of a user are removed together, except the given one, and no other user's", async () => {
    await using open = await tempDatabase();
    const left = await open.database.write(async ({ sessions }) => {
      for (const id of ["s1", "s2", "s3"]) await sessions.insert(session(id));
      await sessions.insert(session("bob", { user: "users/bob" }));
      await sessions.removeByUser("users/alice", "s2");
      const kept = await sessions.listByUser("users/alice");
      await sessions.removeByUser("users/alice", null);
      const none = await sessions.listByUser("users/alice");
      return { kept, none, bob: await sessions.listByUser("users/bob") };
    });
    expect(left.kept.map((one) => one.id)).toEqual(["s2"]);
    expect(left.none).toEqual([]);
    expect(left.bob.map((one) => one.id)).toEqual(["bob"]);
  });
});

function token(id: string, changes: Partial<AccessTokenRecord> = {}): AccessTokenRecord {
  return {
    id,
    user: "users/alice",
    name: id,
    description: "",
    scope: null,
    hash: `hash-${id}`,
    createdMs: 1,
    expiresMs: null,
    lastUsedMs: null,
    revokedMs: null,
    maker: null,
    ...changes,
  };
}

describe("access tokens", () => {
  test("are found by the token that made them, without revoked ones", async () => {
    await using open = await tempDatabase();
    await open.database.write(async ({ accessTokens }) => {
      await accessTokens.insert(token("maker"));
      await accessTokens.insert(token("made", { maker: "maker" }));
      await accessTokens.insert(token("revoked", { maker: "maker", revokedMs: 1 }));
      await accessTokens.insert(token("made-by-made", { maker: "made" }));
      expect(await accessTokens.listMadeBy("maker")).toEqual([token("made", { maker: "maker" })]);
      expect(await accessTokens.listMadeBy("made-by-made")).toEqual([]);
    });
  });

  test("are stored unchanged, including revoked ones", async () => {
    await using open = await tempDatabase();
    const used = token("t1", { scope: "read", expiresMs: 9, lastUsedMs: 5, revokedMs: 6 });
    await open.database.write(async ({ accessTokens }) => {
      await accessTokens.insert(token("t1"));
      await accessTokens.update(used);
    });
    await open.database.read(async ({ accessTokens }) => {
      expect(await accessTokens.find("t1")).toEqual(used);
      expect(await accessTokens.findByHash("hash-t1")).toEqual(used);
      expect(await accessTokens.findByHash("other")).toBeNull();
      expect(await accessTokens.listByUser("users/alice", null, 10)).toEqual([]);
    });
  });

  test("are paged newest first with ties, even from a token that was revoked meanwhile", async () => {
    await using open = await tempDatabase();
    await open.database.write(async ({ accessTokens }) => {
      for (const [id, createdMs] of [
        ["a", 1],
        ["b", 2],
        ["c", 2],
        ["d", 3],
      ] as const) {
        await accessTokens.insert(token(id, { createdMs }));
      }
      await accessTokens.insert(token("bob", { user: "users/bob" }));
    });
    const page = async (after: string | null): Promise<string[]> => {
      const tokens = await open.database.read(({ accessTokens }) =>
        accessTokens.listByUser("users/alice", after, 2),
      );
      return tokens.map((one) => one.id);
    };
    expect(await page(null)).toEqual(["d", "c"]);
    await open.database.write(({ accessTokens }) =>
      accessTokens.update(token("c", { createdMs: 2, revokedMs: 4 })),
    );
    expect(await page("c")).toEqual(["b", "a"]);
    expect(await page("a")).toEqual([]);
  });
});

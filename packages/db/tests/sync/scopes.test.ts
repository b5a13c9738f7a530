import type { Database } from "@tidemark/core";
import type { MemoFields } from "@tidemark/core/model";
import { describe, expect, test } from "vitest";
import { attachFile, createWorld, type DeviceReplica, must, type World } from "./replicas.ts";
import { epochKey } from "@tidemark/core/sync/server";

type Given = Partial<Pick<MemoFields, "visibility" | "space">> & { readonly parent?: string };

/** Creates a memo by the API. */
async function wrote(world: World, user: string, content: string, given: Given = {}) {
  const caller = world.server.caller(`users/${user}`);
  return must(await world.server.memos.create(caller, { content, ...given })).id;
}

async function change(world: World, user: string, id: string, fields: Given): Promise<void> {
  must(await world.server.memos.update(world.server.caller(`users/${user}`), id, fields));
}

async function connected(world: World, name = "desk"): Promise<DeviceReplica> {
  const desk = await world.device(name);
  await desk.connect();
  await desk.syncAll();
  return desk;
}

/** Returns the texts on a device, in order. */
async function texts({ database }: DeviceReplica): Promise<string[]> {
  return database.read(async ({ memos }) => {
    const records = await memos.findMany(await memos.idsByOthers("users/nobody"));
    return records.map((record) => record.content).toSorted();
  });
}

const garden = { visibility: "SPACE", space: "spaces/garden" } as const;

/** Creates Alice and Bob in one space, and a memo of Bob's with each visibility. */
async function neighbours(): Promise<{ world: World; ids: Record<string, string> }> {
  const world = await createWorld();
  await world.server.join("garden", "alice");
  await world.server.join("garden", "bob");
  await wrote(world, "alice", "alice: own");
  const ids = {
    space: await wrote(world, "bob", "bob: space", garden),
    shared: await wrote(world, "bob", "bob: protected", { visibility: "PROTECTED" }),
    public: await wrote(world, "bob", "bob: public", { visibility: "PUBLIC" }),
    own: await wrote(world, "bob", "bob: private"),
  };
  return { world, ids };
}

describe("I1 · a device has the memos of the scopes that it follows", () => {
  test("its user's memos and those of their spaces, by default", async () => {
    const { world } = await neighbours();
    await using _ = world;
    const desk = await connected(world);
    expect(await texts(desk)).toEqual(["alice: own", "bob: space"]);
    const listed = must(
      await desk.memos.list(await desk.caller(), {
        state: "NORMAL",
        trash: "none",
        order: [],
        filter: "",
        parent: null,
        pageSize: 10,
        pageToken: "",
      }),
    );
    expect(listed.memos.map((memo) => memo.creator).toSorted()).toEqual([
      "users/alice",
      "users/bob",
    ]);
    await wrote(world, "bob", "bob: space, later", garden);
    await desk.syncAll();
    expect(await texts(desk)).toEqual(["alice: own", "bob: space", "bob: space, later"]);
  });

  test("public memos while the profile follows them, and not afterwards", async () => {
    const { world, ids } = await neighbours();
    await using _ = world;
    const desk = await connected(world);
    await wrote(world, "carol", "carol: on it", { parent: ids["public"] ?? "" });
    await desk.sync.setFollowPublic(true);
    await desk.syncAll();
    const all = ["alice: own", "bob: protected", "bob: public", "bob: space", "carol: on it"];
    expect(await texts(desk)).toEqual(all);
    await desk.sync.setFollowPublic(false);
    await desk.sync.evictUnfollowed();
    expect(await texts(desk)).toEqual(["alice: own", "bob: space"]);
    await desk.syncAll();
    expect(await texts(desk)).toEqual(["alice: own", "bob: space"]);
    await desk.sync.setFollowPublic(true);
    await desk.syncAll();
    expect(await texts(desk)).toEqual(all);
  });

  test("R11 · a memo that moves to a scope that is not followed is evicted, others stay", async () => {
    const { world, ids } = await neighbours();
    await using _ = world;
    const desk = await connected(world);
    await change(world, "bob", ids["space"] ?? "", { visibility: "PUBLIC" });
    await desk.syncAll();
    expect(await texts(desk)).toEqual(["alice: own"]);
    await change(world, "bob", ids["space"] ?? "", garden);
    await desk.syncAll();
    expect(await texts(desk)).toEqual(["alice: own", "bob: space"]);
    await desk.sync.setFollowPublic(true);
    await desk.syncAll();
    await change(world, "bob", ids["space"] ?? "", { visibility: "PROTECTED" });
    await desk.syncAll();
    expect(await texts(desk)).toContain("bob: space");
  });

  test("an own comment on a memo that is not followed stays, without the memo", async () => {
    const { world, ids } = await neighbours();
    await using _ = world;
    const desk = await connected(world);
    await wrote(world, "alice", "alice: comment", { parent: ids["public"] ?? "" });
    await desk.syncAll();
    expect(await texts(desk)).toEqual(["alice: comment", "alice: own", "bob: space"]);
  });
});

describe("a space", () => {
  test("joined while the device was connected is loaded by the next pull", async () => {
    await using world = await createWorld();
    await world.server.join("garden", "bob");
    await wrote(world, "bob", "bob: space", garden);
    await wrote(world, "alice", "alice: own");
    const desk = await connected(world);
    expect(await texts(desk)).toEqual(["alice: own"]);
    await world.server.join("garden", "alice");
    await desk.sync.pull(desk.transport);
    expect(await texts(desk)).toEqual(["alice: own", "bob: space"]);
  });

  test("left and joined again, between two pulls or offline, is loaded again", async () => {
    const { world } = await neighbours();
    await using _ = world;
    const desk = await connected(world);
    await world.server.leave("garden", "alice");
    await desk.sync.pull(desk.transport);
    expect(await texts(desk)).toEqual(["alice: own"]);
    await world.server.join("garden", "alice");
    await desk.sync.pull(desk.transport);
    expect(await texts(desk)).toEqual(["alice: own", "bob: space"]);
    await world.server.leave("garden", "alice");
    await world.server.join("garden", "alice");
    await desk.sync.pull(desk.transport);
    expect(await texts(desk)).toEqual(["alice: own", "bob: space"]);
  });

  test("left is evicted from a device that syncs later, and loaded again on return", async () => {
    const { world, ids } = await neighbours();
    await using _ = world;
    const desk = await connected(world);
    await wrote(world, "alice", "alice: in the space", garden);
    await desk.syncAll();
    await world.server.leave("garden", "alice");
    await change(world, "bob", ids["space"] ?? "", { visibility: "PRIVATE" });
    await change(world, "bob", ids["space"] ?? "", garden);
    await desk.syncAll();
    expect(await texts(desk)).toEqual(["alice: in the space", "alice: own"]);
    expect((await desk.caller()).spaces).toEqual([]);
    await world.server.join("garden", "alice");
    await desk.syncAll();
    expect(await texts(desk)).toEqual(["alice: in the space", "alice: own", "bob: space"]);
  });
});

describe("R13 · the snapshot of a scope", () => {
  test("that is new does not evict the memos of others", async () => {
    const { world } = await neighbours();
    await using _ = world;
    const desk = await connected(world);
    const before = await texts(desk);
    await desk.sync.setFollowPublic(true);
    await desk.sync.pull(desk.transport);
    expect(await texts(desk)).toEqual(expect.arrayContaining(before));
    expect(await texts(desk)).toHaveLength(4);
  });

  test("of every followed scope is loaded after a restore", async () => {
    const { world, ids } = await neighbours();
    await using _ = world;
    const desk = await connected(world);
    await desk.sync.setFollowPublic(true);
    await desk.syncAll();
    await world.server.database.write(({ meta }) => meta.set(epochKey, "epoch-2"));
    must(await world.server.memos.trash(world.server.caller("users/bob"), ids["shared"] ?? ""));
    await desk.syncAll();
    expect(await texts(desk)).toEqual(["alice: own", "bob: public", "bob: space"]);
    await wrote(world, "bob", "bob: later", { visibility: "PUBLIC" });
    await desk.syncAll();
    expect(await texts(desk)).toContain("bob: later");
  });
});

describe("R15a · what is to be kept no more", () => {
  /** Creates Alice's device with many public memos of others, and comments on some. */
  async function crowded() {
    const { world, ids } = await neighbours();
    for (let n = 0; n < 70; n += 1) {
      const id = await wrote(world, n % 2 === 0 ? "bob" : "carol", `open ${n}`, {
        visibility: "PUBLIC",
      });
      if (n % 10 === 0) await wrote(world, "carol", `on ${n}`, { parent: id });
    }
    await wrote(world, "alice", "alice: comment", { parent: ids["public"] ?? "" });
    const desk = await connected(world);
    await desk.sync.setFollowPublic(true);
    await desk.syncAll();
    return { world, ids, desk };
  }

  const kept = ["alice: comment", "alice: own", "bob: space"];

  /** Returns the results of lists, searches, counts and a lookup by name. */
  async function seen(desk: DeviceReplica, id: string) {
    const caller = await desk.caller();
    const listing = { state: "NORMAL", trash: "none", order: [], parent: null } as const;
    const list = async (filter: string): Promise<string[]> => {
      const page = { ...listing, filter, pageSize: 200, pageToken: "" };
      return must(await desk.memos.list(caller, page)).memos.map(({ content }) => content);
    };
    return {
      listed: (await list("")).toSorted(),
      filtered: await list('content.contains("open")'),
      named: (await desk.memos.get(caller, id, { showDeleted: false })).ok,
    };
  }

  const nothing = {
    listed: ["alice: own", "bob: space"],
    filtered: [],
    named: false,
  };

  test("are hidden at once, and removed in parts", async () => {
    const { world, ids, desk } = await crowded();
    await using _ = world;
    const id = ids["public"] ?? "";
    const before = await seen(desk, id);
    expect([before.listed.length, before.filtered.length]).toEqual([74, 70]);
    const all = (await texts(desk)).length;
    await desk.sync.setFollowPublic(false);
    expect(await texts(desk)).toHaveLength(all);
    expect(await seen(desk, id)).toEqual(nothing);
    for (let left = all; left > kept.length;) {
      let isFirst = true;
      await desk.sync.evictUnfollowed(() => isFirst && !(isFirst = false));
      expect(await seen(desk, id)).toEqual(nothing);
      const now = (await texts(desk)).length;
      expect(left - now).toBeLessThanOrEqual(60);
      left = now;
    }
    expect(await texts(desk)).toEqual(kept);
    await desk.sync.evictUnfollowed();
    expect((await desk.caller()).hidesPublic).toBe(false);
    expect(await seen(desk, id)).toEqual(nothing);
  });

  test("are evicted by the next pull if the process ended in between", async () => {
    const { world, desk } = await crowded();
    await using _ = world;
    await desk.sync.setFollowPublic(false);
    await desk.sync.pull(desk.transport);
    expect(await texts(desk)).toEqual(kept);
  });

  test("are all back when following is resumed midway", async () => {
    const { world, desk } = await crowded();
    await using _ = world;
    const all = await texts(desk);
    await desk.sync.setFollowPublic(false);
    let parts = 0;
    await desk.sync.evictUnfollowed(() => (parts += 1) < 5);
    expect((await texts(desk)).length).toBeLessThan(all.length);
    await desk.sync.setFollowPublic(true);
    await desk.sync.evictUnfollowed();
    await desk.syncAll();
    expect(await texts(desk)).toEqual(all);
    expect((await desk.caller()).hidesPublic).toBe(false);
  });

  test("R15c · does not keep what was hidden before that was taken back", async () => {
    const { world, ids } = await neighbours();
    await using _ = world;
    const desk = await connected(world);
    await desk.sync.setFollowPublic(true);
    await desk.syncAll();
    const bob = world.server.caller("users/bob");
    must(await world.server.memos.update(bob, ids["public"] ?? "", { visibility: "PRIVATE" }));
    await desk.sync.setFollowPublic(false);
    await desk.sync.setFollowPublic(true);
    await desk.syncAll();
    expect(await texts(desk)).not.toContain("bob: public");
    expect(await texts(desk)).toContain("bob: protected");
  });
});

describe("what waits to be sent", () => {
  test("R15b · keeps a memo whose scope is followed no more, until it was sent", async () => {
    const { world, ids } = await neighbours();
    await using _ = world;
    const id = ids["public"] ?? "";
    const desk = await connected(world);
    await desk.sync.setFollowPublic(true);
    await desk.syncAll();
    must(await desk.memos.addReaction(await desk.caller(), id, "👍"));
    await desk.sync.setFollowPublic(false);
    await desk.sync.evictUnfollowed();
    expect(await texts(desk)).toContain("bob: public");
    expect(await texts(desk)).not.toContain("bob: protected");
    await desk.syncAll();
    expect(await texts(desk)).not.toContain("bob: public");
    const elements = await world.server.database.read(({ memos }) => memos.elements([id]));
    expect(elements.get(id)).toMatchObject([{ set: "reaction", key: "users/alice 👍" }]);
  });
});

describe("what hangs on a memo whose scope is followed no more", () => {
  test("R15b · goes with the answer to what waited on it, though the memo went before", async () => {
    const { world, ids } = await neighbours();
    await using _ = world;
    const comment = await wrote(world, "carol", "carol: on it", { parent: ids["public"] ?? "" });
    const desk = await connected(world);
    await desk.sync.setFollowPublic(true);
    await desk.syncAll();
    must(await desk.memos.addReaction(await desk.caller(), comment, "👍"));
    await desk.sync.setFollowPublic(false);
    await desk.sync.evictUnfollowed();
    expect(await texts(desk)).toEqual(["alice: own", "bob: space", "carol: on it"]);
    await desk.syncAll();
    expect(await texts(desk)).toEqual(["alice: own", "bob: space"]);
  });

  test("a file is evicted and loaded again with its memo", async () => {
    const { world, ids } = await neighbours();
    await using _ = world;
    const memo = ids["space"] ?? "";
    const bob = world.server.caller("users/bob");
    await attachFile(world.server, bob, { filename: "f", bytes: new Uint8Array([1]), memo });
    const desk = await connected(world);
    const files = () => desk.database.read(({ attachments }) => attachments.ids("", 9));
    expect(await files()).toHaveLength(1);
    await change(world, "bob", memo, { visibility: "PUBLIC" });
    await desk.syncAll();
    expect(await files()).toEqual([]);
    await change(world, "bob", memo, garden);
    await desk.syncAll();
    expect(await files()).toHaveLength(1);
  });
});

describe("A3 · another user's memo", () => {
  test("is sent without links that this user cannot read, and does not lose them", async () => {
    const { world, ids } = await neighbours();
    await using _ = world;
    const bob = world.server.caller("users/bob");
    const id = ids["space"] ?? "";
    const targets = [ids["own"] ?? "", ids["public"] ?? ""];
    const relations = targets.map((relatedMemo) => ({ memo: null, relatedMemo }));
    must(await world.server.memos.update(bob, id, { relations }));
    const desk = await connected(world);
    const links = async ({ database }: { readonly database: Database }): Promise<string[]> => {
      const elements = await database.read(({ memos }) => memos.elements([id]));
      return (elements.get(id) ?? []).map(({ key }) => key).toSorted();
    };
    expect(await links(desk)).toEqual([ids["public"]]);
    must(await desk.memos.addReaction(await desk.caller(), id, "👍"));
    await desk.syncAll();
    expect(await links(world.server)).toEqual([...targets, "users/alice 👍"].toSorted());
    expect(await links(desk)).toEqual([ids["public"] ?? "", "users/alice 👍"].toSorted());
  });
});

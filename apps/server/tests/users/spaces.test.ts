import { describe, expect, test } from "vitest";
import { shareServer } from "../shared-server.ts";
import { listOf, startWithUsers, type AskAs, type TwoUsers } from "../two-users.ts";

/** Starts a server with the space `team`, with bob as a member but not carol. */
async function startWithSpace(): Promise<TwoUsers> {
  const users = await startWithUsers();
  const { alice } = users;
  expect((await alice("POST", "/spaces", { title: "Team", spaceId: "team" })).status).toBe(200);
  await alice("POST", "/spaces/team/members", { user: "users/bob", role: "USER" });
  return users;
}

async function names(ask: AskAs, query = ""): Promise<unknown[]> {
  return listOf(await ask("GET", `/memos${query}`), "memos").map((memo) => memo["name"]);
}

describe("spaces", () => {
  const shared = shareServer(startWithUsers);

  test("are created by administrators, readable by members, and 404 for others", async () => {
    await using users = await startWithSpace();
    const { alice, bob, carol } = users;
    expect((await bob("POST", "/spaces", { title: "Mine" })).status).toBe(403);
    expect((await bob("GET", "/spaces/team")).body).toMatchObject({
      name: "spaces/team",
      title: "Team",
      description: "",
    });
    expect((await bob("GET", "/spaces/team/members")).body["members"]).toEqual([
      { user: "users/alice", role: "ADMIN" },
      { user: "users/bob", role: "USER" },
    ]);
    expect((await carol("GET", "/spaces/team")).status).toBe(404);
    expect((await carol("GET", "/spaces/team/members")).status).toBe(404);
    expect((await carol("GET", "/spaces")).body["spaces"]).toEqual([]);
    expect((await bob("GET", "/spaces")).body["spaces"]).toHaveLength(1);
    expect((await alice("POST", "/spaces", { title: "T", spaceId: "team" })).status).toBe(409);
    expect((await alice("POST", "/spaces", { title: " " })).status).toBe(400);
    expect((await alice("POST", "/spaces/team/members", { user: "nobody" })).status).toBe(400);
  });

  test("have whoever made them as their first administrator, and say what their reader is", async () => {
    const { alice, bob, carol } = shared();
    const made = await alice("POST", "/spaces?spaceId=crew", { title: "Crew" });
    const seen = { name: "spaces/crew", currentUserRole: "ADMIN", memberCount: 1 };
    expect(made).toMatchObject({ status: 200, body: seen });
    await alice("POST", "/spaces/crew/members", { user: "bob" });
    const bobs = { currentUserRole: "USER", memberCount: 2 };
    expect((await bob("GET", "/spaces/crew")).body).toMatchObject(bobs);
    expect((await bob("GET", "/spaces")).body["spaces"]).toMatchObject([bobs]);
    await alice("PATCH", "/users/carol", { role: "ADMIN" });
    const outside = { currentUserRole: "ROLE_UNSPECIFIED", memberCount: 2 };
    expect((await carol("GET", "/spaces")).body["spaces"]).toMatchObject([outside]);
    await alice("PATCH", "/users/carol", { role: "USER" });
    const renamed = { ...made.body, title: "Pilots" };
    const patched = await alice("PATCH", "/spaces/crew", renamed);
    expect(patched.body).toEqual({ ...renamed, memberCount: 2 });
    const alone = { currentUserRole: "USER", memberCount: 3 };
    expect((await alice("PATCH", "/spaces/crew", alone)).status).toBe(400);
  });

  test("are made by everybody where the instance says so, up to a hundred by each", async () => {
    await using users = await startWithUsers();
    const { alice, bob, server } = users;
    const general = "/instance/settings/GENERAL";
    const set = (spaceCreation: string) =>
      alice("PATCH", general, { generalSetting: { spaceCreation } });
    expect((await alice("GET", general)).body["generalSetting"]).toMatchObject({
      spaceCreation: "ADMINISTRATORS",
    });
    expect((await set("NOBODY")).status).toBe(400);
    expect((await set("everybody")).body["generalSetting"]).toMatchObject({
      spaceCreation: "EVERYBODY",
    });
    // A client that sends only memos' keys doesn't change it.
    const theirs = { generalSetting: { disallowUserRegistration: true } };
    expect((await alice("PATCH", `${general}?updateMask=general_setting`, theirs)).status).toBe(
      200,
    );
    expect((await bob("GET", general)).body["generalSetting"]).not.toHaveProperty("spaceCreation");
    const made = await bob("POST", "/spaces?spaceId=bobs", { title: "Bob's" });
    expect(made).toMatchObject({ status: 200, body: { currentUserRole: "ADMIN" } });
    expect((await bob("PATCH", "/spaces/bobs", { title: "Ours" })).status).toBe(200);

    await server.services.database.write(async ({ spaces, afterCommit }) => {
      afterCommit({ kind: "credentials-changed", ended: [] });
      for (let n = 1; n < 100; n += 1) {
        const space = `full${n}`;
        await spaces.insert({ id: space, title: space, description: "", createdMs: n });
        await spaces.saveMember({ space, user: "users/bob", role: "ADMIN" });
      }
    });
    const refused = await bob("POST", "/spaces", { title: "One more" });
    expect(refused).toMatchObject({ status: 400, body: { code: 9 } });
    await bob("DELETE", "/spaces/full1");
    expect((await bob("POST", "/spaces", { title: "One more" })).status).toBe(200);
    await set("");
    await bob("DELETE", "/spaces/full2");
    expect((await bob("POST", "/spaces", { title: "One more" })).status).toBe(403);
  });

  test("have members that are read and changed one by one, of whom one administrator stays", async () => {
    const { alice, bob, carol } = shared();
    await alice("POST", "/spaces", { title: "Pair", spaceId: "pair" });
    await alice("POST", "/spaces/pair/members", { user: "bob" });
    const path = "/spaces/pair/members";
    const named = (user: string, role: string) => ({
      name: `spaces/pair/members/${user}`,
      user: `users/${user}`,
      role,
    });
    expect((await bob("GET", path)).body["spaceMembers"]).toEqual([
      named("alice", "ADMIN"),
      named("bob", "USER"),
    ]);
    expect((await bob("GET", `${path}/ALICE`)).body).toEqual(named("alice", "ADMIN"));
    expect((await bob("GET", `${path}/carol`)).status).toBe(404);
    expect((await carol("GET", `${path}/bob`)).status).toBe(404);
    expect((await bob("PATCH", `${path}/bob`, { role: "ADMIN" })).status).toBe(403);
    expect((await alice("PATCH", `${path}/carol`, { role: "USER" })).status).toBe(404);
    for (const body of [{}, { role: "OWNER" }, { role: "" }, { role: 3 }, { colour: 1 }]) {
      expect((await alice("PATCH", `${path}/bob`, body)).status, JSON.stringify(body)).toBe(400);
    }

    // She is the last administrator, so this fails.
    const last = { status: 400, body: { code: 9 } };
    expect(await alice("PATCH", `${path}/alice`, { role: "USER" })).toMatchObject(last);
    expect(await alice("POST", path, { user: "alice", role: "USER" })).toMatchObject(last);
    expect(await alice("DELETE", `${path}/alice`)).toMatchObject(last);
    // Without a role, the member's role is unchanged.
    expect((await alice("POST", path, { user: "alice" })).body).toEqual(named("alice", "ADMIN"));

    // Memos numbers these roles differently: 1 is ADMIN.
    const raised = await alice("PATCH", `${path}/bob?updateMask=role`, {
      ...named("bob", ""),
      role: 1,
    });
    expect(raised.body).toEqual(named("bob", "ADMIN"));
    await alice("PATCH", "/users/bob", { state: "ARCHIVED" });
    expect(await alice("DELETE", `${path}/alice`)).toMatchObject(last);
    await alice("PATCH", "/users/bob", { state: "NORMAL" });
    const both = await Promise.all([
      alice("PATCH", `${path}/alice`, { role: "USER" }),
      alice("PATCH", `${path}/bob`, { role: "USER" }),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    for (const user of ["alice", "bob"]) await alice("PATCH", `${path}/${user}`, { role: "ADMIN" });
    const lowered = await alice("PATCH", `${path}/alice`, { role: 2 });
    expect(lowered.body).toEqual(named("alice", "USER"));
  });

  test("can be changed by their administrators, and left by every member", async () => {
    await using users = await startWithSpace();
    const { alice, bob, carol } = users;
    expect((await bob("PATCH", "/spaces/team", { title: "Ours" })).status).toBe(403);
    expect((await bob("POST", "/spaces/team/members", { user: "carol" })).status).toBe(403);
    await alice("POST", "/spaces/team/members", { user: "bob", role: "ADMIN" });
    expect((await bob("PATCH", "/spaces/team", { title: "Ours" })).body["title"]).toBe("Ours");
    expect((await bob("POST", "/spaces/team/members", { user: "carol" })).status).toBe(200);
    expect((await carol("DELETE", "/spaces/team/members/bob")).status).toBe(403);
    expect((await carol("DELETE", "/spaces/team/members/carol")).body).toEqual({});
    expect((await carol("GET", "/spaces/team")).status).toBe(404);
  });
});

describe("memos of a space", () => {
  test("are for its members, in lists, comments and filters", async () => {
    await using users = await startWithSpace();
    const { alice, bob, carol } = users;
    const made = await alice("POST", "/memos?memoId=s", {
      space: "spaces/team",
      visibility: "SPACE",
      content: "#team",
    });
    expect(made.body).toMatchObject({ space: "spaces/team", visibility: "SPACE" });
    await alice("POST", "/memos?memoId=other", { content: "", visibility: "PUBLIC" });
    const filter = (text: string): string => `?filter=${encodeURIComponent(text)}`;
    expect(await names(bob, filter('space == "spaces/team"'))).toEqual(["memos/s"]);
    expect(await names(bob, filter("space == null"))).toEqual(["memos/other"]);
    expect(await names(carol)).toEqual(["memos/other"]);
    expect((await carol("GET", "/memos/s")).status).toBe(404);
    expect((await bob("POST", "/memos/s/comments?commentId=c", { content: "hi" })).status).toBe(
      200,
    );
    expect((await alice("GET", "/memos/s/comments")).body["totalSize"]).toBe(1);
    expect((await carol("GET", "/memos/c")).status).toBe(404);
  });

  test("can't be put into a space by non-members: 404", async () => {
    await using users = await startWithSpace();
    const { carol } = users;
    await carol("POST", "/memos?memoId=c", { content: "" });
    const into = { content: "", space: "spaces/team", visibility: "SPACE" };
    expect((await carol("PATCH", "/memos/c", into)).status).toBe(404);
    expect((await carol("POST", "/memos", into)).status).toBe(404);
    expect((await carol("PATCH", "/memos/c", { space: "spaces/none" })).status).toBe(404);
    expect((await carol("PATCH", "/memos/c", { visibility: "SPACE" })).status).toBe(400);
  });

  test("A7 · are hidden from a user who left, who can still write their own", async () => {
    await using users = await startWithSpace();
    const { alice, bob } = users;
    const into = { content: "", space: "spaces/team", visibility: "SPACE" };
    await alice("POST", "/memos?memoId=a", into);
    await bob("POST", "/memos?memoId=b", into);
    await alice("DELETE", "/spaces/team/members/bob");
    expect((await bob("GET", "/memos/a")).status).toBe(404);
    expect((await bob("PATCH", "/memos/b", { content: "still mine" })).status).toBe(200);
    expect((await bob("PATCH", "/memos/b?updateMask=space", {})).status).toBe(400);
    const out = await bob("PATCH", "/memos/b?updateMask=space,visibility", {
      visibility: "PRIVATE",
    });
    expect(out.body).not.toHaveProperty("space");
  });

  test("stay with their creators when the space is deleted, seen by nobody new", async () => {
    await using users = await startWithSpace();
    const { alice, bob, carol } = users;
    await bob("POST", "/memos?memoId=b", {
      content: "",
      space: "spaces/team",
      visibility: "SPACE",
    });
    await bob("POST", "/memos?memoId=p", {
      content: "",
      space: "spaces/team",
      visibility: "PUBLIC",
    });
    await alice("POST", "/memos/b/comments?commentId=c", { content: "hi" });
    expect((await alice("DELETE", "/spaces/team")).body).toEqual({});
    const kept = await bob("GET", "/memos/b");
    expect(kept.body).toMatchObject({ visibility: "PRIVATE" });
    expect(kept.body).not.toHaveProperty("space");
    expect((await bob("GET", "/memos/c")).body).toMatchObject({ visibility: "PRIVATE" });
    expect((await alice("GET", "/memos/b")).status).toBe(404);
    expect((await carol("GET", "/memos/p")).status).toBe(200);
    expect((await bob("GET", "/spaces/team")).status).toBe(404);
  });

  test("stay in the archive and the trash too when the space is deleted", async () => {
    await using users = await startWithSpace();
    const { alice, bob } = users;
    const into = { content: "kept", space: "spaces/team", visibility: "SPACE" };
    for (const id of ["archived", "trashed"]) await bob("POST", `/memos?memoId=${id}`, into);
    await bob("PATCH", "/memos/archived", { state: "ARCHIVED" });
    await bob("DELETE", "/memos/trashed");
    expect((await alice("DELETE", "/spaces/team")).status).toBe(200);
    await bob("POST", "/memos/trashed:restore");
    for (const id of ["archived", "trashed"]) {
      const { body } = await bob("GET", `/memos/${id}`);
      expect(body).toMatchObject({ content: "kept", visibility: "PRIVATE" });
      expect(body).not.toHaveProperty("space");
    }
  });
});

describe("devices in a space", () => {
  interface Change {
    readonly entity: string;
    readonly op: string;
  }

  /** Pulls as bob's device from the cursors of the previous pull. */
  async function pull(users: TwoUsers, cursors: Record<string, number>) {
    const { sync, database } = users.server.services;
    const bob = {
      name: "users/bob",
      role: "USER",
      scope: null,
      device: "test",
      spaces: await database.read(async ({ spaces }) =>
        (await spaces.memberships("users/bob")).map(({ space }) => `spaces/${space}`),
      ),
    } as const;
    const { epoch, scopes } = await sync.hello(bob);
    const asked = Object.fromEntries(scopes.map((scope) => [scope, cursors[scope] ?? 0]));
    const answer = await sync.pull(bob, { epoch, cursors: asked, maxBytes: 1e6 });
    if (answer.type !== "page") throw new Error(answer.type);
    const changes: Change[] = answer.changes.map(({ entity, op }) => ({ entity, op }));
    return { changes, cursors: { ...cursors, ...answer.next }, scopes };
  }

  test("A7 · get its memos, evict them on leaving, and get them again on rejoining", async () => {
    await using users = await startWithSpace();
    const { alice } = users;
    await alice("POST", "/memos?memoId=a", {
      content: "",
      space: "spaces/team",
      visibility: "SPACE",
    });
    await alice("POST", "/memos/a/comments?commentId=c", { content: "hi" });
    const first = await pull(users, {});
    expect(first.scopes).toContain("s:team");
    expect(first.changes).toEqual([
      { entity: "a", op: "up" },
      { entity: "c", op: "up" },
    ]);
    const moved = new Set<string>();
    const stop = users.server.services.database.onCommit((effects) => {
      for (const effect of effects) {
        if (effect.kind !== "scopes-moved") continue;
        for (const scope of effect.scopes) moved.add(scope);
      }
    });
    await alice("DELETE", "/spaces/team/members/bob");
    stop();
    expect([...moved]).toEqual(["u:bob"]);
    const left = await pull(users, first.cursors);
    expect(left.scopes).not.toContain("s:team");
    expect(left.changes).toEqual([
      { entity: "a", op: "evict" },
      { entity: "c", op: "evict" },
    ]);
    await alice("POST", "/spaces/team/members", { user: "bob" });
    const back = await pull(users, left.cursors);
    expect(back.changes).toEqual([
      { entity: "a", op: "up" },
      { entity: "c", op: "up" },
    ]);
    await users.bob("POST", "/memos?memoId=own", {
      content: "",
      space: "spaces/team",
      visibility: "SPACE",
    });
    const own = await pull(users, back.cursors);
    await alice("DELETE", "/spaces/team");
    const emptied = await pull(users, own.cursors);
    expect(emptied.changes).toEqual(
      expect.arrayContaining([
        { entity: "a", op: "evict" },
        { entity: "c", op: "evict" },
        { entity: "own", op: "up" },
      ]),
    );
    expect(emptied.changes).not.toContainEqual({ entity: "own", op: "evict" });
  });
});

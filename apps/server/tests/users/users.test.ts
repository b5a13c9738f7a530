import type { ServerWriteStores } from "@tidemark/core";
import { describe, expect, test } from "vitest";
import { cookieOf, password } from "../http-server.ts";
import { shareServer } from "../shared-server.ts";
import { listOf, startWithUsers } from "../two-users.ts";

const newPassword = "another horse";

describe("accounts", () => {
  const shared = shareServer(startWithUsers);

  test("can be created, listed and found by name only by administrators", async () => {
    await using users = await startWithUsers();
    const { alice, bob } = users;
    const made = await alice("POST", "/users", {
      username: "Dora",
      password,
      displayName: "Dora D.",
      email: "dora@tides.example",
    });
    expect(made).toMatchObject({
      status: 200,
      body: { name: "users/Dora", role: "USER", displayName: "Dora D.", state: "NORMAL" },
    });
    const filter = encodeURIComponent('username == "dora"');
    expect(listOf(await alice("GET", `/users?filter=${filter}`), "users")).toHaveLength(1);
    const first = await alice("GET", "/users?pageSize=3");
    expect(listOf(first, "users").map((user) => user["username"])).toEqual([
      "alice",
      "bob",
      "carol",
    ]);
    const rest = await alice(
      "GET",
      `/users?pageSize=3&pageToken=${String(first.body["nextPageToken"])}`,
    );
    expect(rest.body).toMatchObject({ users: [{ username: "Dora" }], nextPageToken: "" });
    expect((await alice("GET", "/users?filter=role")).status).toBe(400);
    expect((await bob("GET", "/users")).status).toBe(403);
    expect((await bob("POST", "/users", { username: "eve", password })).status).toBe(403);
    const admin = await alice("POST", "/users", { username: "root1", password, role: "ADMIN" });
    expect(admin.body["role"]).toBe("ADMIN");
    const badPicture = { username: "eve", password, avatarUrl: "http://x.example" };
    expect((await alice("POST", "/users", badPicture)).status).toBe(400);
    expect((await alice("GET", "/users/eve")).status).toBe(404);
  });

  test("are listed with their last use, sessions and stored bytes", async () => {
    await using users = await startWithUsers();
    const { alice, bob, nobody, server } = users;
    await bob("POST", "/attachments", { filename: "a", content: btoa("four") });
    await bob("POST", "/attachments", { filename: "b", content: btoa("seven b") });
    await nobody("POST", "/auth/signin", { username: "bob", password });
    await alice("POST", "/users", { username: "dora", password });
    server.clock.nowMs += 60_000;
    const signedIn = new Date(server.clock.nowMs).toISOString().slice(0, 19);
    await nobody("POST", "/auth/signin", { username: "carol", password });
    await alice("POST", "/users/carol:signOut");
    const listed = listOf(await alice("GET", "/users"), "users");
    const lastSeenTime = expect.any(String) as unknown;
    expect(listed).toMatchObject([
      { username: "alice", lastSeenTime, sessionCount: 1, storageBytes: "0" },
      { username: "bob", lastSeenTime, sessionCount: 2, storageBytes: "11" },
      {
        username: "carol",
        lastSeenTime: `${signedIn}Z`,
        sessionCount: 0,
        storageBytes: "0",
      },
      { username: "dora", sessionCount: 0, storageBytes: "0" },
    ]);
    expect(listed[3]).not.toHaveProperty("lastSeenTime");
    expect(Object.keys((await bob("GET", "/users/alice")).body)).not.toContain("sessionCount");
  });

  test.each([
    ["bob", 409],
    ["BOB", 409],
    ["local", 400],
    ["123", 400],
    ["-x", 400],
    ["a b", 400],
    ["x".repeat(37), 400],
  ])("the name %s is rejected with %i", async (username, status) => {
    const users = shared();
    const made = await users.alice("POST", "/users", { username, password });
    expect(made.status).toBe(status);
  });

  test("are found by name without regard to case, by number, and many at once", async () => {
    const users = shared();
    const { alice } = users;
    for (const reference of ["bob", "BOB", "2"]) {
      expect((await alice("GET", `/users/${reference}`)).body["name"], reference).toBe("users/bob");
    }
    expect((await alice("GET", "/users/999")).status).toBe(404);
    const many = await alice("POST", "/users:batchGet", {
      usernames: ["users/carol", "nobody", "alice", "carol"],
    });
    expect(listOf(many, "users").map((user) => user["username"])).toEqual(["carol", "alice"]);
    const tooMany = { usernames: Array.from({ length: 101 }, () => "bob") };
    expect((await alice("POST", "/users:batchGet", tooMany)).status).toBe(400);
  });

  test("show their email address only to themselves and administrators", async () => {
    const users = shared();
    const { alice, bob, carol } = users;
    expect((await bob("GET", "/users/bob")).body["email"]).toBe("bob@tides.example");
    expect((await alice("GET", "/users/bob")).body["email"]).toBe("bob@tides.example");
    expect((await carol("GET", "/users/bob")).body["email"]).toBe("");
  });

  test("can be changed by themselves and administrators, by mask or body", async () => {
    await using users = await startWithUsers();
    const { alice, bob, carol } = users;
    const changed = await bob("PATCH", "/users/bob?updateMask=display_name,description", {
      displayName: "Bob",
      email: "ignored@tides.example",
    });
    expect(changed.body).toMatchObject({
      displayName: "Bob",
      description: "",
      email: "bob@tides.example",
    });
    const whole = (await bob("GET", "/users/bob")).body;
    const back = await bob("PATCH", "/users/bob", { ...whole, description: "Here" });
    expect(back.body).toMatchObject({ description: "Here" });
    expect((await alice("PATCH", "/users/bob", { displayName: "B" })).body["displayName"]).toBe(
      "B",
    );
    expect((await carol("PATCH", "/users/bob", { displayName: "x" })).status).toBe(403);
    for (const [body, query] of [
      [{}, ""],
      [{ colour: 1 }, ""],
      [{ username: "rob" }, "?updateMask=username"],
      [{ email: "none" }, ""],
      [{ avatarUrl: "http://x.example/a.png" }, ""],
      [{ avatarUrl: "data:image/svg+xml;base64,AAAA" }, ""],
      [{}, "?updateMask=password"],
    ] as const) {
      const refused = await bob("PATCH", `/users/bob${query}`, body);
      expect(refused.status, JSON.stringify(body) + query).toBe(400);
    }
  });

  test("get role and state from administrators, of whom at least one stays", async () => {
    await using users = await startWithUsers();
    const { alice, bob } = users;
    expect((await bob("PATCH", "/users/bob", { role: "ADMIN" })).status).toBe(403);
    expect((await bob("PATCH", "/users/bob", { state: "ARCHIVED" })).status).toBe(403);
    for (const change of [{ role: "USER" }, { state: "ARCHIVED" }]) {
      const refused = await alice("PATCH", "/users/alice", change);
      expect(refused, JSON.stringify(change)).toMatchObject({ status: 400, body: { code: 9 } });
    }
    expect((await alice("DELETE", "/users/alice")).body["code"]).toBe(9);
    expect((await alice("PATCH", "/users/bob", { role: "ADMIN" })).body["role"]).toBe("ADMIN");
    expect((await alice("PATCH", "/users/alice", { role: "USER" })).status).toBe(200);
    expect((await alice("GET", "/users")).status).toBe(403);
    expect((await bob("GET", "/users")).status).toBe(200);
  });

  test("that are archived are signed out immediately and can't sign in", async () => {
    await using users = await startWithUsers();
    const { alice, bob, nobody } = users;
    expect((await alice("PATCH", "/users/bob", { state: "ARCHIVED" })).body["state"]).toBe(
      "ARCHIVED",
    );
    expect((await bob("GET", "/auth/me")).status).toBe(401);
    expect((await nobody("POST", "/auth/signin", { username: "bob", password })).status).toBe(401);
    await alice("PATCH", "/users/bob", { state: "NORMAL" });
    expect((await nobody("POST", "/auth/signin", { username: "bob", password })).status).toBe(200);
  });
});

describe("a change of password", () => {
  test("requires the current one, and ends every other session and token", async () => {
    await using users = await startWithUsers();
    const { bob, nobody, as, server } = users;
    const token = String(
      (await bob("POST", "/users/bob/personalAccessTokens", { description: "x" })).body["token"],
    );
    const other = await nobody("POST", "/auth/signin", { username: "bob", password });
    const otherBearer = String(other.body["accessToken"]);
    expect((await as(token)("GET", "/auth/me")).status).toBe(200);

    const change = { password: newPassword };
    expect((await bob("PATCH", "/users/bob", change)).status).toBe(400);
    const wrong = { ...change, currentPassword: "wrong horse" };
    expect((await bob("PATCH", "/users/bob", wrong)).status).toBe(403);
    expect((await as(token)("GET", "/auth/me")).status).toBe(200);
    const right = { ...change, currentPassword: password };
    expect((await bob("PATCH", "/users/bob", right)).status).toBe(200);

    expect((await bob("GET", "/auth/me")).status).toBe(200);
    const ended = await as(token)("GET", "/auth/me");
    expect(ended.status).toBe(401);
    expect(JSON.stringify(ended.body)).toContain("TOKEN_REVOKED");
    expect((await as(otherBearer)("GET", "/auth/me")).status).toBe(401);
    const cookie = cookieOf(other);
    expect((await server.ask("GET", "/api/v1/auth/me", { cookie })).status).toBe(401);
    expect((await nobody("POST", "/auth/signin", { username: "bob", password })).status).toBe(401);
    const again = await nobody("POST", "/auth/signin", { username: "bob", password: newPassword });
    expect(again.status).toBe(200);
  });

  test("by an administrator ends all sessions of the user but none of the administrator", async () => {
    await using users = await startWithUsers();
    const { alice, bob } = users;
    expect((await alice("PATCH", "/users/bob", { password: newPassword })).status).toBe(200);
    expect((await bob("GET", "/auth/me")).status).toBe(401);
    expect((await alice("GET", "/auth/me")).status).toBe(200);
  });
});

describe("a picture", () => {
  const picture = `data:image/png;base64,${Buffer.from("pixels").toString("base64")}`;

  test("uploaded as a data URL is served to signed-in users until it is removed", async () => {
    await using users = await startWithUsers();
    const { bob, server } = users;
    const changed = await bob("PATCH", "/users/bob", { avatarUrl: picture });
    const path = String(changed.body["avatarUrl"]);
    expect(path).toMatch(/^\/file\/users\/bob\/avatar\?v=\d+$/);
    const bearer = await server.alice();
    const shown = await fetch(server.url + path, {
      headers: { authorization: `Bearer ${bearer}` },
    });
    expect([shown.status, await shown.text()]).toEqual([200, "pixels"]);
    expect(shown.headers.get("content-type")).toBe("image/png");
    expect(shown.headers.get("content-security-policy")).toContain("sandbox");
    expect((await fetch(server.url + path)).status).toBe(401);
    const same = await bob("PATCH", "/users/bob", { avatarUrl: path, displayName: "B" });
    expect(same.body["avatarUrl"]).toBe(path);
    await bob("PATCH", "/users/bob", { avatarUrl: "" });
    const gone = await fetch(server.url + path, { headers: { authorization: `Bearer ${bearer}` } });
    expect(gone.status).toBe(404);
  });
});

describe("closing an account", () => {
  test("A8 · moves its memos to the trash, ends its sessions and keeps its name taken", async () => {
    await using users = await startWithUsers();
    const { alice, bob, carol, nobody, server } = users;
    await bob("POST", "/memos?memoId=b", { visibility: "PUBLIC", content: "bob's" });
    await alice("POST", "/memos?memoId=a", { content: "", visibility: "PUBLIC" });
    await bob("POST", "/memos/a/comments?commentId=c", { content: "bob's too" });
    expect((await carol("DELETE", "/users/bob")).status).toBe(403);
    expect((await alice("DELETE", "/users/bob")).body).toEqual({});
    expect((await bob("GET", "/auth/me")).status).toBe(401);
    expect((await nobody("POST", "/auth/signin", { username: "bob", password })).status).toBe(401);
    for (const path of ["/users/bob", "/users/2", "/memos/b", "/memos/c"]) {
      expect((await alice("GET", path)).status, path).toBe(404);
    }
    const stored = await server.services.database.read(({ memos }) => memos.find("b"));
    expect(stored).toMatchObject({ content: "bob's", deletedMs: server.clock.nowMs });
    expect((await alice("POST", "/users", { username: "Bob", password })).status).toBe(409);
    expect(listOf(await alice("GET", "/users"), "users")).toHaveLength(2);
  });

  test("A8 · checks the account again within its transaction", async () => {
    await using users = await startWithUsers();
    const { alice, server } = users;
    const { database, users: service } = server.services;
    const spaces: string[] = [];
    const rights = { role: "ADMIN", scope: null, device: "server", spaces } as const;
    // Sends the requests while another write is running. They wait for it after having found the account.
    const askMeanwhile = async (
      user: string,
      turn: (stores: ServerWriteStores) => Promise<void>,
    ): Promise<unknown> => {
      const [begun, found] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const writing = database.write(async (stores) => {
        begun.resolve();
        await found.promise;
        await turn(stores);
      });
      await begun.promise;
      const asked = [1, 2].map(() => service.remove({ ...rights, name: "users/alice" }, user));
      await service.get(user);
      found.resolve();
      await writing;
      return Promise.all(asked);
    };
    const twice = await askMeanwhile("bob", async () => undefined);
    expect(twice).toMatchObject([{ ok: true }, { error: { code: "NOT_FOUND" } }]);
    const audit = await alice("GET", "/instance/auditLog?pageSize=1000");
    const entries = audit.body["entries"] as { action: string }[];
    expect(entries.filter(({ action }) => action === "account.closed")).toHaveLength(1);

    const raised = await askMeanwhile("carol", async (stores) => {
      const [first, carol] = await stores.users.list();
      if (first === undefined || carol === undefined) throw new Error("there are two users");
      await stores.users.update({ ...carol, role: "ADMIN" });
      await stores.users.update({ ...first, role: "USER" });
    });
    const lastOne = { ok: false, error: { code: "FAILED_PRECONDITION" } };
    expect(raised).toMatchObject([lastOne, lastOne]);
  });

  test("that was interrupted is finished at the next start", async () => {
    await using users = await startWithUsers();
    const { alice, bob, server } = users;
    await bob("POST", "/memos?memoId=b", { content: "", visibility: "PUBLIC" });
    await server.services.database.write(({ users: store }) => store.close(2, server.clock.nowMs));
    expect((await alice("GET", "/memos/b")).status).toBe(200);
    await server.services.users.finishClosing();
    expect((await alice("GET", "/memos/b")).status).toBe(404);
  });
});

describe("the sessions of another user", () => {
  test("are listed and ended by administrators, and the audit log has it", async () => {
    await using users = await startWithUsers();
    const { alice, bob, carol, nobody, as } = users;
    const namesOf = async () =>
      listOf(await alice("GET", "/users/BOB/sessions"), "sessions").map(({ name }) => String(name));
    const before = await namesOf();
    expect(before).toHaveLength(1);
    const other = await nobody("POST", "/auth/signin", { username: "bob", password });
    const target = (await namesOf()).find((name) => !before.includes(name));
    expect((await alice("DELETE", `/${target}`)).body).toEqual({});
    expect((await as(String(other.body["accessToken"]))("GET", "/auth/me")).status).toBe(401);
    expect((await bob("GET", "/auth/me")).status).toBe(200);
    expect((await alice("DELETE", `/${target}`)).status).toBe(404);
    expect((await alice("GET", "/users/eve/sessions")).status).toBe(404);
    const log = listOf(await alice("GET", "/instance/auditLog"), "entries");
    expect(log).toContainEqual(
      expect.objectContaining({ action: "account.signed_out", actor: "users/alice", target }),
    );
    expect((await carol("POST", "/users/bob:signOut")).status).toBe(403);
    expect((await alice("POST", "/users/eve:signOut")).status).toBe(404);
    expect((await alice("POST", "/users/bob:signOut")).body).toEqual({});
    expect((await bob("GET", "/auth/me")).status).toBe(401);
  });

  test("are not for a token that may only write", async () => {
    await using users = await startWithUsers();
    const { alice, as } = users;
    const made = await alice("POST", "/users/alice/personalAccessTokens", { scope: "write" });
    const limited = as(String(made.body["token"]));
    expect((await limited("GET", "/users/bob/sessions")).status).toBe(404);
    expect((await limited("POST", "/users/bob:signOut")).status).toBe(403);
  });
});

describe("a user's own sessions and tokens", () => {
  test("can be listed and ended singly, only by that user", async () => {
    await using users = await startWithUsers();
    const { bob, carol, nobody, as } = users;
    const other = await nobody("POST", "/auth/signin", { username: "bob", password });
    const sessions = listOf(await bob("GET", "/users/bob/sessions"), "sessions");
    expect(sessions).toHaveLength(2);
    expect(sessions[0]).toMatchObject({ clientInfo: { userAgent: "node" } });
    expect((await carol("GET", "/users/bob/sessions")).status).toBe(404);
    const path = `/${String(sessions[0]?.["name"])}`;
    expect((await carol("DELETE", path)).status).toBe(404);
    expect((await carol("DELETE", path.replace("users/bob", "users/carol"))).status).toBe(404);
    const made = await bob("POST", "/users/bob/personalAccessTokens", {});
    const byToken = as(String(made.body["token"]));
    for (const session of sessions) {
      expect((await byToken("DELETE", `/${String(session["name"])}`)).body).toEqual({});
    }
    expect((await bob("GET", "/auth/me")).status).toBe(401);
    expect((await as(String(other.body["accessToken"]))("GET", "/auth/me")).status).toBe(401);
  });

  test("a token works until it is revoked or expires, and shows its value once", async () => {
    await using users = await startWithUsers();
    const { bob, carol, as, server } = users;
    const made = await bob("POST", "/users/bob/personalAccessTokens", {
      description: "script",
      expiresInDays: 1,
    });
    const value = String(made.body["token"]);
    expect(value).toMatch(/^memos_pat_[0-9A-Za-z]{32}$/);
    expect((await as(value)("GET", "/auth/me")).status).toBe(200);
    const listed = await bob("GET", "/users/bob/personalAccessTokens");
    expect(listed.body).toMatchObject({ personalAccessTokens: [{ description: "script" }] });
    expect(JSON.stringify(listed.body)).not.toContain(value);
    const [token] = listOf(listed, "personalAccessTokens");
    expect((await carol("GET", "/users/bob/personalAccessTokens")).status).toBe(404);
    expect((await carol("DELETE", `/${String(token?.["name"])}`)).status).toBe(404);
    expect((await bob("DELETE", `/${String(token?.["name"])}`)).body).toEqual({});
    expect((await as(value)("GET", "/auth/me")).status).toBe(401);

    const short = await bob("POST", "/users/bob/personalAccessTokens", { expiresInDays: 1 });
    server.clock.nowMs += 24 * 3600 * 1000;
    const ended = await as(String(short.body["token"]))("GET", "/auth/me");
    expect(JSON.stringify(ended.body)).toContain("TOKEN_EXPIRED");
  });

  test("a token can't create one with more rights or a longer life", async () => {
    await using users = await startWithUsers();
    const { alice, as } = users;
    const path = "/users/alice/personalAccessTokens";
    const writer = as(String((await alice("POST", path, { scope: "write" })).body["token"]));
    expect((await writer("POST", path, {})).status).toBe(403);
    expect((await writer("POST", path, { scope: "admin" })).status).toBe(403);
    expect((await writer("POST", path, { scope: "read" })).status).toBe(200);
    const forADay = await alice("POST", path, { expiresInDays: 1 });
    const end = String(
      (forADay.body["personalAccessToken"] as Record<string, unknown>)["expiresAt"],
    );
    const brief = as(String(forADay.body["token"]));
    for (const wanted of [{}, { expiresInDays: 30 }, { scope: "read" }]) {
      const made = await brief("POST", path, wanted);
      expect(made).toMatchObject({
        status: 200,
        body: { personalAccessToken: { expiresAt: end } },
      });
    }
    const older = await brief("POST", "/access-tokens", { name: "x" });
    expect(older).toMatchObject({ status: 200, body: { expiresAt: end } });
    expect((await writer("GET", "/users")).status).toBe(403);
    const takeover = { password: newPassword, currentPassword: password };
    expect((await writer("PATCH", "/users/alice", takeover)).status).toBe(403);
    expect((await writer("DELETE", "/users/alice")).status).toBe(403);
  });
});

describe("statistics", () => {
  test("count the memos that the caller can read", async () => {
    await using users = await startWithUsers();
    const { alice, bob } = users;
    await alice("POST", "/memos?memoId=p", { content: "#own `x`\n- [ ] open" });
    await alice("POST", "/memos?memoId=o", {
      content: "#open #own https://x.example\n- [x] done",
      visibility: "PUBLIC",
      pinned: true,
      createTime: "2024-01-01T00:00:00Z",
    });
    expect((await alice("GET", "/users/alice:getStats")).body).toMatchObject({
      name: "users/alice/stats",
      memoTypeStats: { linkCount: 1, codeCount: 1, todoCount: 2, undoCount: 1 },
      tagCount: { own: 2, open: 1 },
      pinnedMemos: ["memos/o"],
      totalMemoCount: 2,
    });
    const bobs = (await bob("GET", "/users/1:getStats")).body;
    expect(bobs).toMatchObject({
      tagCount: { own: 1, open: 1 },
      memoCreatedTimestamps: ["2024-01-01T00:00:00Z"],
      totalMemoCount: 1,
    });
    expect((await bob("GET", "/users:stats")).body["stats"]).toEqual([bobs]);
    expect((await bob("GET", "/users/bob:getStats")).body["totalMemoCount"]).toBe(0);
    const filter = encodeURIComponent('"open" in tags');
    expect((await alice("GET", `/users/alice:getStats?filter=${filter}`)).body).toMatchObject({
      totalMemoCount: 1,
    });
    for (const bad of ["true) || (true", "colour"]) {
      const refused = await bob("GET", `/users/bob:getStats?filter=${encodeURIComponent(bad)}`);
      expect(refused.status, bad).toBe(400);
    }
    expect((await bob("GET", "/users/nobody:getStats")).status).toBe(404);
  });
});

import { describe, expect, test } from "vitest";
import { password } from "../http-server.ts";
import { shareServer } from "../shared-server.ts";
import { type AskAs, listOf, startWithUsers, type TwoUsers } from "../two-users.ts";

const day = 86_400_000;

/** Returns the names of the invitations in a list. */
async function invited(ask: AskAs, path: string): Promise<unknown[]> {
  return listOf(await ask("GET", path), "spaceInvitations").map(({ name }) => name);
}

/** Creates a space of alice for one test, with bob as a member but not carol. */
async function makeSpace({ alice }: TwoUsers, id: string): Promise<string> {
  expect((await alice("POST", "/spaces", { title: id, spaceId: id })).status).toBe(200);
  await alice("POST", `/spaces/${id}/members`, { user: "bob" });
  return `/spaces/${id}`;
}

async function actionsOn({ alice }: TwoUsers, target: string): Promise<string[]> {
  const filter = encodeURIComponent(`target == "${target}"`);
  const entries = listOf(await alice("GET", `/instance/auditLog?filter=${filter}`), "entries");
  return entries.map(({ actor, action }) => `${String(actor)} ${String(action)}`).toReversed();
}

describe("invitations to a space", () => {
  const shared = shareServer(startWithUsers);

  test("are made by its administrators and accepted by who is invited", async () => {
    const users = shared();
    const { alice, bob, carol } = users;
    const space = await makeSpace(users, "crew");
    const name = "spaces/crew/invitations/carol";
    const made = await alice("POST", `${space}/invitations`, {
      invitee: "users/Carol",
      role: "ADMIN",
    });
    expect(made).toMatchObject({
      status: 200,
      body: {
        name,
        invitee: "users/carol",
        role: "ADMIN",
        // An invited user sees only the fields needed to decide.
        space: {
          name: "spaces/crew",
          title: "crew",
          currentUserRole: "ROLE_UNSPECIFIED",
          memberCount: 0,
        },
      },
    });
    expect((await carol("GET", `/${name}`)).body).toEqual(made.body);
    expect(await invited(alice, `${space}/invitations`)).toEqual([name]);
    expect(await invited(carol, "/users/carol/spaceInvitations")).toEqual([name]);
    expect((await carol("GET", space)).status).toBe(404);
    expect((await carol("GET", `${space}/members`)).status).toBe(404);
    expect((await alice("GET", space)).body["memberCount"]).toBe(2);

    for (const ask of [alice, bob]) {
      expect((await ask("POST", `/${name}:accept`)).status).toBe(403);
      expect((await ask("POST", `/${name}:decline`, {})).status).toBe(403);
    }
    const joined = await carol("POST", `/${name}:accept`, {});
    expect(joined.body).toEqual({
      name: "spaces/crew/members/carol",
      user: "users/carol",
      role: "ADMIN",
    });
    expect((await carol("GET", space)).body).toMatchObject({
      currentUserRole: "ADMIN",
      memberCount: 3,
    });
    expect((await carol("POST", `/${name}:accept`)).status).toBe(404);
    expect(await invited(carol, "/users/carol/spaceInvitations")).toEqual([]);
    expect(await actionsOn(users, name)).toEqual([
      "users/alice invitation.created",
      "users/carol invitation.accepted",
    ]);
  });

  test("are declined, and taken back", async () => {
    const users = shared();
    const { alice, bob, carol } = users;
    const space = await makeSpace(users, "declined");
    const name = "spaces/declined/invitations/carol";
    const invite = () => alice("POST", `${space}/invitations`, { invitee: "users/carol" });
    expect((await invite()).body["role"]).toBe("USER");
    expect((await carol("POST", `/${name}:decline`)).body).toEqual({});
    expect((await carol("GET", `/${name}`)).status).toBe(404);
    await invite();
    expect((await carol("DELETE", `/${name}`)).status).toBe(403);
    expect((await bob("DELETE", `/${name}`)).status).toBe(403);
    expect((await alice("DELETE", `/${name}`)).body).toEqual({});
    expect((await carol("POST", `/${name}:accept`)).status).toBe(404);
    expect(await actionsOn(users, name)).toEqual([
      "users/alice invitation.created",
      "users/carol invitation.declined",
      "users/alice invitation.created",
      "users/alice invitation.revoked",
    ]);
  });

  test("are nobody else's to see", async () => {
    const users = shared();
    const { alice, bob, carol } = users;
    const space = await makeSpace(users, "quiet");
    await alice("POST", "/users", { username: "dora", password });
    await alice("POST", `${space}/invitations`, { invitee: "users/dora" });
    for (const [ask, status] of [
      [bob, 403],
      [carol, 404],
    ] as const) {
      expect((await ask("GET", `${space}/invitations`)).status).toBe(status);
      expect((await ask("POST", `${space}/invitations`, { invitee: "carol" })).status).toBe(status);
      // The response is the same for existing and missing invitations.
      for (const who of ["dora", "nobody", "alice"]) {
        for (const [method, end] of [
          ["GET", ""],
          ["DELETE", ""],
          ["POST", ":accept"],
          ["POST", ":decline"],
        ] as const) {
          const path = `${space}/invitations/${who}${end}`;
          expect((await ask(method, path)).status, `${method} ${path}`).toBe(status);
        }
      }
    }
    for (const ask of [alice, bob]) {
      expect((await ask("GET", "/users/dora/spaceInvitations")).status).toBe(404);
    }
    const token = await carol("POST", "/users/carol/personalAccessTokens", { scope: "read" });
    await alice("POST", `${space}/invitations`, { invitee: "users/carol" });
    const reader = users.as(String(token.body["token"]));
    expect((await reader("GET", `${space}/invitations/carol`)).status).toBe(200);
    expect((await reader("POST", `${space}/invitations/carol:accept`)).status).toBe(403);
  });

  test("lead to one membership, and only to accounts that can accept", async () => {
    const users = shared();
    const { alice, carol } = users;
    const space = await makeSpace(users, "once");
    const path = `${space}/invitations`;
    const invite = (invitee: string) => alice("POST", path, { invitee });
    expect((await invite("users/bob")).status).toBe(409);
    expect((await invite("users/nobody")).status).toBe(400);
    expect((await alice("POST", path, { invitee: "bob", role: "OWNER" })).status).toBe(400);
    await alice("POST", "/users", { username: "erin", password });
    await alice("PATCH", "/users/erin", { state: "ARCHIVED" });
    expect((await invite("users/erin")).status).toBe(400);
    await alice("PATCH", "/users/erin", { state: "NORMAL" });
    expect((await invite("users/erin")).status).toBe(200);
    await alice("DELETE", "/users/erin");
    expect(await invited(alice, path)).toEqual([]);

    expect((await invite("carol")).status).toBe(200);
    expect((await invite("CAROL")).status).toBe(409);
    // Adding the user as a member deletes the invitation.
    await alice("POST", `${space}/members`, { user: "carol" });
    expect(await invited(alice, path)).toEqual([]);
    expect((await carol("POST", `${path}/carol:accept`)).status).toBe(404);
    await alice("DELETE", `${space}/members/carol`);
    expect((await carol("POST", `${path}/carol:accept`)).status).toBe(404);

    await invite("carol");
    const answers = await Promise.all([
      carol("POST", `${path}/carol:accept`),
      alice("DELETE", `${path}/carol`),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    await alice("DELETE", `${space}/members/carol`);

    await invite("carol");
    await alice("DELETE", space);
    expect((await carol("POST", `${path}/carol:accept`)).status).toBe(404);
  });

  test("are a hundred at most, in pages, and end after thirty days", async () => {
    await using users = await startWithUsers();
    const { alice, server } = users;
    const space = await makeSpace(users, "full");
    const path = `${space}/invitations`;
    const end = server.clock.nowMs + 30 * day;
    await server.services.database.write(async ({ spaceInvitations }) => {
      for (let n = 10; n < 109; n += 1) {
        await spaceInvitations.save({
          space: "full",
          user: `users/u${n}`,
          role: "USER",
          createdMs: server.clock.nowMs,
          expiresMs: end,
        });
      }
    });
    expect((await alice("POST", path, { invitee: "carol" })).status).toBe(200);
    await alice("POST", "/users", { username: "dora", password });
    const refused = await alice("POST", path, { invitee: "dora" });
    expect(refused).toMatchObject({ status: 400, body: { code: 9 } });
    const first = await alice("GET", `${path}?pageSize=60`);
    const rest = await alice("GET", `${path}?pageToken=${String(first.body["nextPageToken"])}`);
    const names = [first, rest].flatMap((reply) => listOf(reply, "spaceInvitations"));
    expect(new Set(names.map(({ name }) => name)).size).toBe(100);
    expect(rest.body["nextPageToken"]).toBe("");

    server.clock.nowMs = end;
    const signIn = async (username: string): Promise<AskAs> => {
      const signed = await users.nobody("POST", "/auth/signin", { username, password });
      return users.as(String(signed.body["accessToken"]));
    };
    const later = { alice: await signIn("alice"), carol: await signIn("carol") };
    expect(await invited(later.alice, path)).toEqual([]);
    expect(await invited(later.carol, "/users/carol/spaceInvitations")).toEqual([]);
    expect((await later.carol("POST", `${path}/carol:accept`)).status).toBe(404);
    expect((await later.alice("POST", path, { invitee: "carol" })).status).toBe(200);
    await server.services.upkeep();
    const kept = await server.services.database.read(({ spaceInvitations }) =>
      spaceInvitations.listBySpace("full"),
    );
    expect(kept.map(({ user }) => user)).toEqual(["users/carol"]);
  });

  test("update the devices of a user who joins", async () => {
    const users = shared();
    const space = await makeSpace(users, "moved");
    const shown = { content: "", space: "spaces/moved", visibility: "SPACE" };
    await users.alice("POST", "/memos?memoId=moved", shown);
    await users.alice("POST", `${space}/invitations`, { invitee: "carol" });
    const moved = new Set<string>();
    const kinds = new Set<string>();
    const stop = users.server.services.database.onCommit((effects) => {
      for (const effect of effects) {
        kinds.add(effect.kind);
        if (effect.kind === "scopes-moved") for (const scope of effect.scopes) moved.add(scope);
      }
    });
    await users.carol("POST", `${space}/invitations/carol:accept`);
    stop();
    expect([...moved]).toEqual(["u:carol"]);
    expect(kinds).toContain("credentials-changed");
    expect((await users.carol("GET", "/memos/moved")).status).toBe(200);
  });

  test("and their spaces and members are called by Connect as by REST", async () => {
    const users = shared();
    const { server } = users;
    const signIn = async (username: string) => {
      const body = { username, password };
      const signed = await server.ask("POST", "/api/v1/auth/signin", { body });
      const bearer = String(signed.body["accessToken"]);
      return (method: string, message: object) =>
        server.ask("POST", `/memos.api.v1.SpaceService/${method}`, { bearer, body: message });
    };
    const alice = await signIn("alice");
    const bob = await signIn("bob");
    const space = { title: "Wire", description: "d" };
    const made = await alice("CreateSpace", { space, spaceId: "wire" });
    const name = "spaces/wire";
    expect(made).toMatchObject({
      status: 200,
      body: { name, ...space, currentUserRole: "ADMIN", memberCount: 1 },
    });
    const listed = await alice("ListSpaces", { pageSize: 1000 });
    expect(listOf(listed, "spaces").map((each) => each["name"])).toContain(name);
    const changed = { space: { name, title: "Wires" }, updateMask: "title" };
    expect((await alice("UpdateSpace", changed)).body).toMatchObject({
      title: "Wires",
      description: "d",
    });

    const invitee = "users/bob";
    const invitation = `${name}/invitations/bob`;
    const spaceInvitation = { invitee, role: 2 };
    expect((await alice("CreateSpaceInvitation", { parent: name, spaceInvitation })).body).toEqual(
      expect.objectContaining({ name: invitation, invitee, role: "USER" }),
    );
    for (const [call, method, message] of [
      [alice, "ListSpaceInvitations", { parent: name }],
      [bob, "ListUserSpaceInvitations", { parent: invitee }],
    ] as const) {
      expect((await call(method, message)).body).toMatchObject({
        spaceInvitations: [{ name: invitation, space: { name, title: "Wires" } }],
      });
    }
    expect((await bob("GetSpaceInvitation", { name: invitation })).status).toBe(200);
    expect((await bob("DeclineSpaceInvitation", { name: invitation })).body).toEqual({});
    await alice("CreateSpaceInvitation", { parent: name, spaceInvitation });
    expect((await alice("DeleteSpaceInvitation", { name: invitation })).body).toEqual({});
    await alice("CreateSpaceInvitation", { parent: name, spaceInvitation });
    const member = `${name}/members/bob`;
    const joined = { name: member, user: invitee, role: "USER" };
    expect((await bob("AcceptSpaceInvitation", { name: invitation })).body).toEqual(joined);

    expect((await bob("ListSpaceMembers", { parent: name })).body).toMatchObject({
      spaceMembers: [{ name: `${name}/members/alice`, role: "ADMIN" }, joined],
    });
    expect((await bob("GetSpaceMember", { name: member })).body).toEqual(joined);
    const raise = { spaceMember: { name: member, role: "ADMIN" }, updateMask: "role" };
    expect(await bob("UpdateSpaceMember", raise)).toMatchObject({
      status: 403,
      body: { code: "permission_denied" },
    });
    expect((await alice("UpdateSpaceMember", raise)).body).toMatchObject({ role: "ADMIN" });
    expect((await alice("DeleteSpaceMember", { name: `${name}/members/alice` })).body).toEqual({});
    expect((await bob("GetSpace", { name })).body).toMatchObject({ memberCount: 1 });
    expect((await bob("DeleteSpaceMember", { name: member })).body).toMatchObject({
      code: "failed_precondition",
    });
    expect((await bob("DeleteSpace", { name })).body).toEqual({});
    expect((await bob("GetSpace", { name })).body).toMatchObject({ code: "not_found" });
  });
});

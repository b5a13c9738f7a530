import { describe, expect, test } from "vitest";
import { isCommonPassword } from "../../src/auth/common-passwords.ts";
import { password, type Reply, startHttpServer } from "../http-server.ts";
import { startWithUsers } from "../two-users.ts";

const refusals = [
  ["one of the commonest", "password123", /most common/],
  ["one of the commonest in capitals", "PASSWORD123", /most common/],
  ["one of the commonest of digits", "1234567890", /most common/],
  ["a control character", "correct\thorse", /control characters/],
  ["a line's end", "correct horse\n", /control characters/],
  ["a zero byte", "correct\0horse", /control characters|U\+0000/],
  ["a control character of Latin-1", "correct\u0085horse", /control characters/],
] as const;

/** Expects INVALID_ARGUMENT with a message about the password. */
function expectRefused(reply: Reply, words: RegExp): void {
  expect(reply).toMatchObject({
    status: 400,
    body: {
      code: 3,
      message: expect.stringMatching(words) as string,
      details: [{ fieldViolations: [{ field: "password" }] }],
    },
  });
}

describe.each(refusals)("a password with %s", (_name, bad, words) => {
  test("is rejected at set-up, and the code stays valid", async () => {
    await using server = await startHttpServer();
    const code = await server.services.auth.setupCode();
    const body = { code, username: "alice", password: bad };
    expectRefused(await server.ask("POST", "/api/v1/setup", { body }), words);
    expect(await server.services.auth.setupCode()).toBe(code);
    const admin = { username: "alice", password: bad };
    expect(await server.services.auth.createFirstAdministrator(admin)).toMatchObject({
      ok: false,
      error: { code: "INVALID_ARGUMENT", message: expect.stringMatching(words) as string },
    });
  });

  test("is rejected at sign-up, for a new account and as a new password", async () => {
    await using users = await startWithUsers();
    const { alice, bob, nobody } = users;
    const open = await alice("PATCH", "/instance/settings/GENERAL", {
      generalSetting: { allowSignUp: true },
    });
    expect(open.status).toBe(200);
    expectRefused(await nobody("POST", "/auth/signup", { username: "eve", password: bad }), words);
    expectRefused(await alice("POST", "/users", { username: "eve", password: bad }), words);
    expect((await alice("GET", "/users/eve")).status).toBe(404);
    const own = { password: bad, currentPassword: password };
    expectRefused(await bob("PATCH", "/users/bob", own), words);
    expectRefused(await alice("PATCH", "/users/bob", { password: bad }), words);
    const signIn = await nobody("POST", "/auth/signin", { username: "bob", password });
    expect(signIn.status).toBe(200);
  });
});

test("an existing password that is no longer allowed still signs in", async () => {
  await using users = await startWithUsers();
  const { server, nobody } = users;
  const { hashPassword } = await import("../../src/auth/password-hash.ts");
  const passwordHash = await hashPassword("password123");
  await server.services.database.write(async (stores) => {
    const bob = await stores.users.findByUsername("bob");
    if (bob !== null) await stores.users.update({ ...bob, passwordHash });
  });
  const signIn = await nobody("POST", "/auth/signin", {
    username: "bob",
    password: "password123",
  });
  expect(signIn.status).toBe(200);
});

test("the list of common passwords matches whole passwords, and none from the manual", async () => {
  for (const common of ["12345678", "qwertyuiop", "iloveyou", "trustno1", "Password1"]) {
    expect([common, await isCommonPassword(common)]).toEqual([common, true]);
  }
  for (const other of [
    "correct horse",
    "battery staple",
    "trustno1trustno",
    "12345678\npassword",
    "",
  ]) {
    expect([other, await isCommonPassword(other)]).toEqual([other, false]);
  }
});

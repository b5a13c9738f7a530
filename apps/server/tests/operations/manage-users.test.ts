import { once } from "node:events";
import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempPostgres } from "../../../../scripts/postgres/temp-postgres.ts";
import { readUserCommand } from "../../src/cli/user-command.ts";
import { manageUsers } from "../../src/verbs/manage-users.ts";
import { tokenOf } from "../answers.ts";
import { password } from "../http-server.ts";
import { isPostgres } from "../temp-postgres-database.ts";
import { asAlice } from "./postgres/as-alice.ts";
import { ownServers } from "./postgres/own-server.ts";

/** Runs `user` with the arguments. Returns the printed lines, or the error. */
async function user(args: readonly string[]): Promise<readonly string[] | string> {
  const command = readUserCommand(args);
  if (!command.ok) throw new Error(JSON.stringify(command.error));
  const managed = await manageUsers(command.value);
  if (!managed.ok) return managed.error.message;
  return managed.value.ok ? managed.value.lines : managed.value.message;
}

async function signIn(url: string, username: string, secret: string): Promise<number> {
  const reply = await fetch(`${url}/api/v1/auth/signin`, {
    method: "POST",
    body: JSON.stringify({ username, password: secret }),
  });
  return reply.status;
}

/** Returns the password among printed lines. */
function printed(lines: readonly string[] | string): string {
  const match = typeof lines === "string" ? null : /^password: (\w{20})$/m.exec(lines.join("\n"));
  if (match?.[1] === undefined) throw new Error(`no password: ${JSON.stringify(lines)}`);
  return match[1];
}

const today = () => new Date().toISOString().slice(0, 10);

describe("a stopped server with a database file", () => {
  test("lets its locked-out administrator in, whose sessions have ended", async () => {
    await using servers = ownServers();
    const place = ["--data", join(servers.dir, "data")];
    const first = await servers.start(place);
    const before = await asAlice(first.url);
    await first[Symbol.asyncDispose]();

    const chosen = printed(await user(["reset-password", "Alice", ...place]));
    const { url } = await servers.start(place);
    expect(await signIn(url, "alice", password)).toBe(401);
    expect(await signIn(url, "alice", chosen)).toBe(200);
    const stale = await fetch(`${url}/api/v1/memos`, { headers: before.headers });
    expect(stale.status).toBe(401);
  });

  test("gets accounts by the API's rules, and the audit log names the operator", async () => {
    await using servers = ownServers();
    const place = ["--data", join(servers.dir, "data")];
    await (await servers.start(place))[Symbol.asyncDispose]();
    const file = join(servers.dir, "password");
    writeFileSync(file, "a long enough one\n");
    const named = ["--password-file", file];
    expect(await user(["create", "bob", "--admin", ...named, ...place])).toEqual([
      "bob was created",
    ]);
    expect(await user(["disable", "alice", ...place])).toEqual([
      "alice can't sign in; sessions and tokens have ended",
    ]);
    expect(await user(["reset-password", "alice", ...named, ...place])).toEqual([
      "alice has a new password; sessions and tokens have ended",
      "alice is disabled: `user enable alice` allows signing in",
    ]);
    expect(await user(["list", ...place])).toEqual([
      "USERNAME  ROLE   STATE     CREATED     LAST SEEN  SESSIONS  FILES",
      `alice     ADMIN  DISABLED  ${today()}  -          0         0 MB`,
      `bob       ADMIN  ENABLED   ${today()}  -          0         0 MB`,
    ]);
    expect(await user(["disable", "bob", ...place])).toContain("the last administrator");
    expect(await user(["create", "BOB", ...named, ...place])).toBe("username is taken");
    expect(await user(["enable", "carol", ...place])).toBe("there is no user carol");
    writeFileSync(file, "short\n");
    expect(await user(["create", "carol", ...named, ...place])).toContain("8 characters");
    expect(await user(["create", "local", ...place])).toContain("is reserved");

    const { url } = await servers.start(place);
    expect(await signIn(url, "alice", "a long enough one")).not.toBe(200);
    expect(await user(["enable", "alice", "--data", join(servers.dir, "none")])).toContain(
      "no such file",
    );
    const reply = await fetch(`${url}/api/v1/auth/signin`, {
      method: "POST",
      body: JSON.stringify({ username: "bob", password: "a long enough one" }),
    });
    const log = await fetch(`${url}/api/v1/instance/auditLog`, {
      headers: { authorization: `Bearer ${await tokenOf(reply)}` },
    });
    const entries = JSON.stringify(await log.json());
    expect(entries).toContain("users/local");
    expect(entries).not.toContain("a long enough one");
  });
});

describe.skipIf(process.platform === "win32")("a running server with a database file", () => {
  test("does what a command asks, on a socket that is only for its user", async () => {
    await using servers = ownServers();
    const data = join(servers.dir, "data");
    const place = ["--data", data];
    const server = await servers.start(place);
    const socket = join(data, "tidemark.sock");
    expect(statSync(socket).mode & 0o077).toBe(0);
    const before = await asAlice(server.url);
    const chosen = printed(await user(["reset-password", "alice", ...place]));
    expect((await before.ask("GET", "/memos")).status).toBe(401);
    expect(await signIn(server.url, "alice", chosen)).toBe(200);
    expect(await user(["disable", "alice", ...place])).toContain("the last administrator");
    expect(await user(["list", ...place])).toContain(
      `alice     ADMIN  ENABLED  ${today()}  ${today()}  1         0 MB`,
    );
    await server[Symbol.asyncDispose]();
    expect(existsSync(socket)).toBe(false);
  });

  test("starts beside the socket of a killed one, and ends with a request under way", async () => {
    await using servers = ownServers();
    const data = join(servers.dir, "data");
    mkdirSync(data, { mode: 0o700 });
    writeFileSync(join(data, "tidemark.sock"), "");
    const server = await servers.start(["--data", data]);
    const half = connect(join(data, "tidemark.sock"));
    await once(half, "connect");
    half.write('{"action":');
    half.on("error", () => undefined);
    const ended = Promise.withResolvers<void>();
    half.on("close", () => ended.resolve());
    await server[Symbol.asyncDispose]();
    await ended.promise;
  });

  test.each([
    ["another version's command", '{"command":"rename"}', "doesn't know this command"],
    ["another version's action", '{"command":"user","work":{"action":"rename"}}', "doesn't know"],
    ["no JSON", "{", null],
    ["too much", `"${"x".repeat(2 ** 20)}"`, null],
  ])("goes on after %s", async (_what, sent, expected) => {
    await using servers = ownServers();
    const data = join(servers.dir, "data");
    await servers.start(["--data", data]);
    const socket = connect(join(data, "tidemark.sock"));
    let received = "";
    socket.on("data", (chunk) => (received += String(chunk)));
    socket.on("error", () => undefined);
    const closed = Promise.withResolvers<void>();
    socket.on("close", () => closed.resolve());
    socket.end(sent);
    await closed.promise;
    if (expected === null) expect(received).toBe("");
    else expect(received).toContain(expected);
    expect(await user(["list", "--data", data])).toHaveLength(2);
  });
});

describe.runIf(isPostgres)("running servers over PostgreSQL", () => {
  test("notice a new password at once", async () => {
    await using temp = await tempPostgres();
    await using servers = ownServers();
    const place = ["--data", join(servers.dir, "a"), "--database", temp.url];
    const { url } = await servers.start(place);
    const before = await asAlice(url);
    expect((await before.ask("GET", "/memos")).status).toBe(200);
    const chosen = printed(await user(["reset-password", "alice", "--database", temp.url]));
    expect((await before.ask("GET", "/memos")).status).toBe(401);
    expect(await signIn(url, "alice", chosen)).toBe(200);
  });
});

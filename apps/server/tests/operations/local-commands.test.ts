import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempPostgres } from "../../../../scripts/postgres/temp-postgres.ts";
import { readUserCommand } from "../../src/cli/user-command.ts";
import { readSettingCommand, readTokenCommand } from "../../src/cli/work-commands.ts";
import { doWork } from "../../src/verbs/do-work.ts";
import { manageUsers } from "../../src/verbs/manage-users.ts";
import { isPostgres } from "../temp-postgres-database.ts";
import { asAlice } from "./postgres/as-alice.ts";
import { ownServers } from "./postgres/own-server.ts";

/** Runs a command with the arguments. Returns the printed lines, or the error. */
async function run(...[verb, ...args]: readonly string[]): Promise<readonly string[] | string> {
  const answer = verb === "user" ? await runUser(args) : await runWork(verb, args);
  if (!answer.ok) return answer.error.message;
  return answer.value.ok ? answer.value.lines : answer.value.message;
}

async function runUser(args: readonly string[]) {
  const command = readUserCommand(args);
  if (!command.ok) throw new Error(JSON.stringify(command.error));
  return manageUsers(command.value);
}

async function runWork(verb: string | undefined, args: readonly string[]) {
  const command = verb === "token" ? readTokenCommand(args) : readSettingCommand(args);
  if (!command.ok) throw new Error(JSON.stringify(command.error));
  return doWork(command.value.place, command.value.work);
}

const placesOf = (dir: string) => ["--data", join(dir, "data")];

/** Returns the status of a request with a token. */
async function statusOf(url: string, method: string, route: string, token: string, body = {}) {
  const reply = await fetch(`${url}/api/v1${route}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(method !== "GET" && { body: JSON.stringify(body) }),
  });
  return reply.status;
}

describe.each(["running", "stopped"])("a %s server with a database file", (state) => {
  const isRunning = state === "running" && process.platform !== "win32";

  async function begin(servers: Awaited<ReturnType<typeof ownServers>>) {
    const place = placesOf(servers.dir);
    const server = await servers.start(place);
    const alice = await asAlice(server.url);
    if (!isRunning) await server[Symbol.asyncDispose]();
    const open = async () => (isRunning ? server.url : (await servers.start(place)).url);
    return { place, alice, open };
  }

  test("gives out tokens with a scope, for accounts that can sign in", async () => {
    await using servers = ownServers();
    const { place, open } = await begin(servers);
    await run("user", "create", "bob", ...place);
    await run("user", "create", "carol", ...place);
    await run("user", "disable", "carol", ...place);
    const made = await run("token", "create", "Bob", "--scope", "read", "--days", "7", ...place);
    const [token = ""] = made;
    expect(made).toEqual([expect.stringMatching(/^memos_pat_\w{32}$/)]);
    const missing = ["there is no user carol", "there is no user dave"];
    expect(await run("token", "create", "carol", ...place)).toBe(missing[0]);
    expect(await run("token", "create", "dave", ...place)).toBe(missing[1]);
    expect(await run("token", "create", "bob", "--name", " ", ...place)).toContain("name");
    const url = await open();
    expect(await statusOf(url, "GET", "/memos", token)).toBe(200);
    expect(await statusOf(url, "POST", "/memos", token, { content: "a" })).toBe(403);
  });

  test("signs an account out everywhere, and the audit log says so", async () => {
    await using servers = ownServers();
    const { place, alice, open } = await begin(servers);
    const [token = ""] = await run("token", "create", "alice", "--scope", "admin", ...place);
    expect(await run("user", "sign-out", "ALICE", ...place)).toEqual([
      "alice is signed out; sessions and tokens have ended",
    ]);
    expect(await run("user", "sign-out", "bob", ...place)).toBe("there is no user bob");
    const [next = ""] = await run("token", "create", "alice", "--scope", "admin", ...place);
    const url = await open();
    expect(await statusOf(url, "GET", "/memos", token)).toBe(401);
    const stale = await fetch(`${url}/api/v1/memos`, { headers: alice.headers });
    expect(stale.status).toBe(401);
    const log = await fetch(`${url}/api/v1/instance/auditLog`, {
      headers: { authorization: `Bearer ${next}` },
    });
    const text = JSON.stringify(await log.json());
    expect(text).toContain("account.signed_out");
    expect(text).not.toContain(next);
  });

  test("invites somebody, who chooses a password by the link", async () => {
    await using servers = ownServers();
    const { place, open } = await begin(servers);
    const invited = await run("user", "invite", "bob", "--admin", ...place);
    expect(invited).toEqual([
      "bob was created",
      expect.stringMatching(/^link: ADDRESS\/choose-password#code=bob\.\w{32}$/),
      expect.stringMatching(/^it works once, until \d{4}-/),
      expect.stringContaining("ADDRESS is"),
    ]);
    await run("setting", "set", "general.instanceUrl", "https://notes.example", ...place);
    const [link = ""] = await run("user", "link", "bob", ...place);
    expect(link).toMatch(/^link: https:\/\/notes\.example\/choose-password#code=bob\./);
    expect(await run("user", "link", "carol", ...place)).toBe("there is no user carol");
    const url = await open();
    const password = "a slow green tide";
    const choose = (line: string) =>
      fetch(`${url}/choose-password`, {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams({ code: line.split("=")[1] ?? "", password, repeated: password }),
      });
    expect((await choose(invited[1] ?? "")).status).toBe(403);
    expect((await choose(link)).status).toBe(303);
    const body = JSON.stringify({ username: "bob", password });
    const headers = { "content-type": "application/json" };
    const signedIn = await fetch(`${url}/api/v1/auth/signin`, { method: "POST", headers, body });
    expect(await signedIn.json()).toMatchObject({ user: { role: "ADMIN" } });
  });

  test("closes an account, but not the last administrator's", async () => {
    await using servers = ownServers();
    const { place, open } = await begin(servers);
    await run("user", "create", "bob", ...place);
    const [token = ""] = await run("token", "create", "bob", ...place);
    expect(await run("user", "delete", "bob", ...place)).toEqual([
      "bob is closed; its memos are in the trash",
    ]);
    expect(await run("user", "delete", "bob", ...place)).toBe("there is no user bob");
    expect(await run("user", "delete", "alice", ...place)).toContain("the last administrator");
    expect(await run("user", "delete", "alice", "--purge", ...place)).toContain("administrator");
    expect(await run("user", "delete", "bob", "--purge", ...place)).toEqual([
      "bob is closed and erased. Removed for good:",
      "  memos: 0",
      "  comments: 0",
      "  comments by others: 0",
      "  files: 0",
      "  memos with reactions: 0",
      "  share links: 0",
      "  webhooks: 0",
      "  access tokens: 1",
      "Backups and copies of the database made before still have them.",
    ]);
    expect(await statusOf(await open(), "GET", "/memos", token)).toBe(401);
  });

  test("exports an account into a zip, which appears only when it is complete", async () => {
    await using servers = ownServers();
    const { place } = await begin(servers);
    await run("user", "create", "bob", ...place);
    const out = join(servers.dir, "bob.zip");
    expect(await run("user", "export", "eve", "--out", out, ...place)).toBe("there is no user eve");
    expect(readdirSync(servers.dir)).not.toContain("bob.zip");
    expect(await run("user", "export", "bob", "--out", out, ...place)).toEqual([
      "0 memos and 0 files of bob; 0 in the trash left out",
      `in ${out}`,
    ]);
    expect(readFileSync(out, "latin1")).toContain("tidemark.json");
    expect(readdirSync(servers.dir)).not.toContain("bob.zip.part");
    expect(await run("user", "export", "bob", "--out", out, ...place)).toContain("already exists");
  });

  test("shows and changes settings, with their rules", async () => {
    await using servers = ownServers();
    const { place, open } = await begin(servers);
    const set = (...args: readonly string[]) => run("setting", "set", ...args, ...place);
    const get = (...args: readonly string[]) => run("setting", "get", ...args, ...place);
    expect(await set("general.title", "Our notes")).toEqual(['general.title "Our notes"']);
    expect(await set("GENERAL.allowSignUp", "true")).toEqual(["general.allowSignUp true"]);
    expect(await set("limits.requestsPerHour", "7")).toEqual(["limits.requestsPerHour 7"]);
    expect(await set("limits.requestsPerHour")).toEqual(["limits.requestsPerHour null"]);
    expect(await set("general.allowSignUp", "perhaps")).toContain("allowSignUp");
    expect(await set("general.colour", "red")).toContain("colour");
    expect(await set("theme.colour", "red")).toBe(
      "there is no setting theme, but general, memo, storage, limits, webhooks, ai",
    );
    expect(await set("ai.provider", "{}")).toContain("over the API");
    expect(await get("general.allowSignUp")).toEqual(["general.allowSignUp true"]);
    expect(await get("general.colour")).toBe("general has no field colour");
    expect(await get()).toContain("memo.trashRetentionDays 30");
    const signUp = await fetch(`${await open()}/api/v1/auth/signup`, {
      method: "POST",
      body: JSON.stringify({ username: "eve", password: "a long enough one" }),
    });
    expect(signUp.status).toBe(200);
  });
});

describe.runIf(isPostgres)("running servers over PostgreSQL", () => {
  test("take tokens and settings at once", async () => {
    await using temp = await tempPostgres();
    await using servers = ownServers();
    const { url } = await servers.start([...placesOf(servers.dir), "--database", temp.url]);
    await asAlice(url);
    const place = ["--database", temp.url];
    const [token = ""] = await run("token", "create", "alice", "--scope", "admin", ...place);
    expect(await statusOf(url, "GET", "/memos", token)).toBe(200);
    await run("setting", "set", "general.title", "Ours", ...place);
    const shown = await fetch(`${url}/api/v1/instance/settings/GENERAL`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await shown.text()).toContain('"title":"Ours"');
    const state = await fetch(`${url}/api/v1/instance/state`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await state.json()).toMatchObject({
      database: { driver: "postgres" },
      sessions: { web: 1, device: 0 },
    });
    await run("user", "sign-out", "alice", ...place);
    expect(await statusOf(url, "GET", "/memos", token)).toBe(401);
  });
});

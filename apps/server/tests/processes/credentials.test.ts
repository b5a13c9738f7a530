import { ask } from "../../../../scripts/postgres/ask.ts";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type HttpServer, password } from "../http-server.ts";
import { openStream } from "../open-stream.ts";
import { deviceOf } from "../sync-calls.ts";
import { api, cutListeners, startTwo } from "./two-processes.ts";

async function signIn(server: HttpServer, username = "alice"): Promise<string> {
  const reply = await server.ask("POST", "/api/v1/auth/signin", { body: { username, password } });
  expect(reply.status).toBe(200);
  return String(reply.body["accessToken"]);
}

/** Returns the head seq, which increases with each written memo. */
const headOf = ({ services }: HttpServer): Promise<number> =>
  services.database.read(({ meta }) => meta.headSeq());

describe.each([
  ["with notifications", false],
  ["without notifications", true],
])("%s, a credential revoked in one process", (_, isDeaf) => {
  test("is rejected by the other in the next request, even if it was cached there", async () => {
    const { a, b } = await startTwo({ isDeaf });
    const before = await headOf(b);
    for (let round = 0; round < 25; round += 1) {
      const bearer = await signIn(round % 2 === 0 ? a : b);
      // Caches the credential in both processes.
      for (const each of [a, b, b]) {
        expect((await api(each, bearer)("GET", "/auth/me")).status).toBe(200);
      }
      expect((await api(a, bearer)("POST", "/auth/signout")).status).toBe(200);
      const [read, write] = await Promise.all([
        api(b, bearer)("GET", "/auth/me"),
        api(b, bearer)("POST", "/memos", { content: "too late" }),
      ]);
      expect([read.status, write.status]).toEqual([401, 401]);
    }
    expect(await headOf(a)).toBe(before);
  });

  test("rolls back a concurrent write in the other", async () => {
    const { a, b } = await startTwo({ isDeaf });
    const before = await headOf(b);
    for (let round = 0; round < 10; round += 1) {
      const bearer = await signIn(b);
      expect((await api(b, bearer)("GET", "/auth/me")).status).toBe(200);
      b.gate.beforeWrite = async () => {
        expect((await api(a, bearer)("POST", "/auth/signout")).status).toBe(200);
      };
      const late = await api(b, bearer)("POST", "/memos", { content: "too late" });
      expect(late.status).toBe(401);
    }
    expect(await headOf(a)).toBe(before);
  });

  test("loses access: tokens, administrator rights, memberships, accounts", async () => {
    const { a, b, alice, add } = await startTwo({ isDeaf });
    const bob = await add("bob");
    const made = await api(a, bob)("POST", "/users/bob/personalAccessTokens", {
      description: "t",
    });
    expect(made.status).toBe(200);
    const token = String(made.body["token"]);
    const meOn = async (server: HttpServer, bearer: string): Promise<number> =>
      (await api(server, bearer)("GET", "/auth/me")).status;
    expect(await meOn(b, token)).toBe(200);
    const { name } = made.body["personalAccessToken"] as { name: string };
    expect((await api(a, bob)("DELETE", `/${name}`)).status).toBe(200);
    expect(await meOn(b, token)).toBe(401);

    const space = await api(a, alice)("POST", "/spaces", { title: "Team" });
    expect(space.status).toBe(200);
    const path = `/${String(space.body["name"])}/members`;
    const joined = await api(a, alice)("POST", path, { user: "users/bob" });
    expect(joined.status).toBe(200);
    const write = () =>
      api(b, bob)("POST", "/memos", {
        content: "for the team",
        visibility: "SPACE",
        space: space.body["name"],
      });
    expect((await write()).status).toBe(200);
    expect((await api(a, alice)("DELETE", `${path}/bob`)).status).toBe(200);
    expect((await write()).status).not.toBe(200);

    expect((await api(a, alice)("PATCH", "/users/bob", { role: "ADMIN" })).status).toBe(200);
    expect((await api(b, bob)("GET", "/instance/auditLog")).status).toBe(200);
    expect((await api(a, alice)("PATCH", "/users/bob", { role: "USER" })).status).toBe(200);
    expect((await api(b, bob)("GET", "/instance/auditLog")).status).toBe(403);

    expect(await meOn(b, bob)).toBe(200);
    expect((await api(a, alice)("DELETE", "/users/bob")).status).toBe(200);
    expect(await meOn(b, bob)).toBe(401);
  });
});

describe("streams that are open in another process", () => {
  /** Stops the check of open streams that runs once a minute, so that only a signal ends them. */
  const stopRechecks = () => vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  afterEach(() => void vi.useRealTimers());

  test("end immediately with the session", async () => {
    const { a, b } = await startTwo();
    stopRechecks();
    for (let round = 0; round < 5; round += 1) {
      const bearer = await signIn(a);
      const events = await openStream(b, "/api/v1/sse", bearer);
      expect(await events.next("retry:")).toBe(true);
      const laptop = await deviceOf(a, "alice");
      const pokes = await openStream(b, "/sync/poke", laptop.token);
      await Promise.all([api(a, bearer)("POST", "/auth/signout"), laptop.calls.signOut.mutate()]);
      expect(await events.next("never")).toBe(false);
      expect(await pokes.next("never")).toBe(false);
    }
  });

  test("end even if the notification was lost, and other streams stay", async () => {
    const { a, b, alice } = await startTwo();
    const bearer = await signIn(a);
    const ended = await openStream(b, "/api/v1/sse", bearer);
    const kept = await openStream(b, "/api/v1/sse", alice);
    expect([await ended.next("retry:"), await kept.next("retry:")]).toEqual([true, true]);
    await Promise.all([cutListeners(a), api(a, bearer)("POST", "/auth/signout")]);
    expect(await ended.next("never")).toBe(false);
    expect((await api(a, alice)("POST", "/memos", { content: "x" })).status).toBe(200);
    expect(await kept.next("memo.created")).toBe(true);
    await kept.cancel();
  });

  test("end even if the process that ended the session was killed before it notified others", async () => {
    const { a, b, alice } = await startTwo();
    const url = a.databaseUrl ?? "";
    const others = await ask(url, "SELECT id FROM session");
    stopRechecks();
    const ended = await openStream(b, "/api/v1/sse", await signIn(a));
    const kept = await openStream(b, "/api/v1/sse", alice);
    expect([await ended.next("retry:"), await kept.next("retry:")]).toEqual([true, true]);
    await ask(
      url,
      `BEGIN;
       DELETE FROM session WHERE id NOT IN (${others.map(({ id }) => `'${String(id)}'`).join()});
       UPDATE shared_number SET value = value + 1 WHERE name IN ('signals', 'credentials');
       COMMIT`,
    );
    expect(await ended.next("never")).toBe(false);
    expect((await api(a, alice)("POST", "/memos", { content: "x" })).status).toBe(200);
    expect(await kept.next("memo.created")).toBe(true);
    await kept.cancel();
  });

  test("end even without any notifications", async () => {
    const { a, b } = await startTwo({ isDeaf: true });
    const bearer = await signIn(a);
    const events = await openStream(b, "/api/v1/sse", bearer);
    expect(await events.next("retry:")).toBe(true);
    await api(a, bearer)("POST", "/auth/signout");
    expect(await events.next("never")).toBe(false);
  });
});

test("a caller can end its own session while others end theirs", async () => {
  const { a, b } = await startTwo();
  const bearers: string[] = [];
  for (let n = 0; n < 30; n += 1) bearers.push(await signIn(b));
  let isOver = false;
  const others = (async () => {
    while (!isOver) await signIn(a);
  })();
  for (const bearer of bearers) {
    expect((await api(b, bearer)("POST", "/auth/signout")).status).toBe(200);
    expect((await api(a, bearer)("GET", "/auth/me")).status).toBe(401);
  }
  isOver = true;
  await others;
});

test("a successful write was always made before the credential ended", async () => {
  const { a, b } = await startTwo();
  for (let round = 0; round < 5; round += 1) {
    const bearer = await signIn(b);
    const replies: number[] = [];
    let isOver = false;
    const writing = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const { status } = await api(b, bearer)("POST", "/memos", { content: `round ${round}` });
        replies.push(status);
      }
    });
    await vi.waitFor(() => expect(replies.length).toBeGreaterThan(8));
    expect((await api(a, bearer)("POST", "/auth/signout")).status).toBe(200);
    const head = await headOf(b);
    await vi.waitFor(() => expect(replies.slice(-8)).toEqual(Array(8).fill(401)));
    isOver = true;
    await Promise.all(writing);
    expect(new Set(replies)).toEqual(new Set([200, 401]));
    expect(await headOf(b)).toBe(head);
  }
});

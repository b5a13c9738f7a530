import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { password, startHttpServer } from "../http-server.ts";

const memos = "/api/v1/memos";

/** Returns a unique text, so that results cached for one don't help with the next. */
function noise(n: number): string {
  const hex = createHash("shake256", { outputLength: 3500 }).update(`${n}`).digest("hex");
  return hex
    .replaceAll(/[0-5]/g, "a")
    .replaceAll(/[6-9b]/g, "b")
    .replaceAll(/[c-f]/g, " ");
}

/** Starts a server with memos that a hostile pattern takes very long to match. */
async function start() {
  const server = await startHttpServer();
  const bearer = await server.alice();
  const ask = (path: string) => server.ask("GET", path, { bearer });
  for (let n = 0; n < 90; n += 1) {
    const body = { content: `q ${noise(n)} q` };
    expect((await server.ask("POST", memos, { bearer, body })).status).toBe(200);
  }
  return { server, ask, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

function listed(filter: string, more = ""): string {
  return `${memos}?filter=${encodeURIComponent(filter)}${more}`;
}

describe("F22 · a filter that takes too long", () => {
  test("is aborted without blocking other lists, and the next slow one runs again", async () => {
    await using api = await start();
    const settled: string[] = [];
    const slow = api
      .ask(listed('content.matches("(.{0,30}a.{0,30}b){4}q")'))
      .finally(() => settled.push("slow"));
    for (let n = 0; n < 3; n += 1) {
      expect((await api.ask(`${memos}?pageSize=5`)).status).toBe(200);
      settled.push("plain");
    }
    const { status, body } = await slow;
    expect(settled).toEqual(["plain", "plain", "plain", "slow"]);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 3,
      message: expect.stringMatching(/^filter: takes too long/),
      details: [{ fieldViolations: [{ field: "filter" }] }],
    });
    const next = await api.ask(listed('content.matches("^q [ab ]+ q$")', "&pageSize=7"));
    expect(next.body["memos"]).toHaveLength(7);
  });
});

describe("explain", () => {
  test("shows only administrators how the page was found", async () => {
    await using api = await start();
    const path = listed('content.matches("^q")', "&explain=true&pageSize=1");
    const { body } = await api.ask(path);
    expect(body["memos"]).toHaveLength(1);
    expect(body["explanation"]).toMatchObject({
      driver: "order",
      usesTextIndex: false,
      place: "worker",
      rows: 90,
      sql: expect.stringContaining("tidemark_re2"),
      plan: expect.arrayContaining([expect.stringContaining("memo_own_created")]),
    });
    expect((await api.ask(listed("pinned", "&explain=no"))).body).not.toHaveProperty("explanation");

    const { database } = api.server.services;
    const alice = await database.read(({ users }) => users.findByUsername("alice"));
    if (alice === null) throw new Error("there is no alice");
    await database.write(({ users }) =>
      users.insert({ ...alice, username: "bob", role: "USER", isHost: false }),
    );
    const signedIn = await api.server.ask("POST", "/api/v1/auth/signin", {
      body: { username: "bob", password },
    });
    const bearer = String(signedIn.body["accessToken"]);
    const asBob = await api.server.ask("GET", path, { bearer });
    expect([asBob.status, Object.keys(asBob.body)]).toEqual([200, ["memos", "nextPageToken"]]);
    const outside = await api.server.ask("GET", path);
    expect(outside.body).not.toHaveProperty("explanation");
  });
});

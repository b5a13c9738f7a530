import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { openPostgresProxy } from "../../../../../scripts/postgres/postgres-proxy.ts";
import { tempPostgres } from "../../../../../scripts/postgres/temp-postgres.ts";
import { isPostgres } from "../../temp-postgres-database.ts";
import { asAlice } from "./as-alice.ts";
import { ownServers } from "./own-server.ts";

afterEach(() => void vi.useRealTimers());

describe.runIf(isPostgres)("a server whose database stops responding", () => {
  test("responds with 503 until it is back, without losing data", async () => {
    await using temp = await tempPostgres();
    await using proxy = await openPostgresProxy(Number(new URL(temp.url).port));
    await using servers = ownServers();
    const database = ["--database", proxy.through(temp.url)];
    const server = await servers.start(["--data", join(servers.dir, "a"), ...database]);
    const alice = await asAlice(server.url);
    const kept: string[] = [];
    const write = async (content: string): Promise<number> => {
      const { status } = await alice.ask("POST", "/memos", { content });
      if (status === 200) kept.push(content);
      return status;
    };
    const ask = (path: string): Promise<Response> =>
      fetch(server.url + path, { headers: alice.headers });
    expect(await write("before")).toBe(200);
    expect((await ask("/readyz")).status).toBe(200);

    proxy.fallSilent();
    for (const path of ["/api/v1/memos", "/api/v1/instance/profile", "/readyz"]) {
      const reply = await ask(path);
      expect(reply.status).toBe(503);
      if (path !== "/readyz") expect(reply.headers.get("retry-after")).toBe("2");
    }
    expect(await write("while it is silent")).toBe(503);
    expect((await ask("/healthz")).status).toBe(200);

    proxy.speakAgain();
    await vi.waitFor(async () => expect((await ask("/readyz")).status).toBe(200), 30_000);
    // The server responds to every request again.
    for (let n = 0; n < 10; n += 1) {
      expect(await write(`after ${n}`)).toBe(200);
      expect((await ask("/api/v1/memos")).status).toBe(200);
    }
    const { body } = await alice.ask("GET", "/memos?pageSize=50");
    const contents = (body["memos"] as { content: string }[]).map(({ content }) => content);
    expect(contents.toSorted()).toEqual(kept.toSorted());
  });

  test("still stops, with requests running", async () => {
    await using temp = await tempPostgres();
    await using proxy = await openPostgresProxy(Number(new URL(temp.url).port));
    await using servers = ownServers();
    const database = ["--database", proxy.through(temp.url)];
    const server = await servers.start(["--data", join(servers.dir, "a"), ...database]);
    const alice = await asAlice(server.url);
    expect((await alice.ask("POST", "/memos", { content: "kept" })).status).toBe(200);
    // From here on only `vi.waitFor` advances time, by less than the 30 s timeout of the database.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    proxy.fallSilent();
    const asked = ["/memos", "/memos?filter=pinned", "/attachments"].map((path) =>
      alice.ask("GET", path).then(
        ({ status }) => status,
        () => "cut",
      ),
    );
    let isEnded = false;
    const ending = Promise.resolve(server[Symbol.asyncDispose]()).then(() => (isEnded = true));
    await vi.waitFor(() => expect(isEnded).toBe(true));
    await ending;
    for (const outcome of await Promise.all(asked)) expect([503, "cut"]).toContain(outcome);
  });
});

import { describe, expect, test } from "vitest";
import { startHttpServer, type HttpServer } from "../http-server.ts";
import { feedFloorKey } from "@tidemark/core/feed";

const dayMs = 86_400_000;

async function create(server: HttpServer, bearer: string, content: string): Promise<string> {
  const { body } = await server.ask("POST", "/api/v1/memos", { bearer, body: { content } });
  return String(body["name"]).slice("memos/".length);
}

/** Returns a token of alice that doesn't expire when the clock is moved. */
async function aliceToken(server: HttpServer): Promise<string> {
  const bearer = await server.alice();
  const { body } = await server.ask("POST", "/api/v1/access-tokens", {
    bearer,
    body: { name: "x" },
  });
  return String(body["accessToken"]);
}

describe("the upkeep", () => {
  test("purges memos that were in the trash for 30 days, with their comments", async () => {
    await using server = await startHttpServer();
    const bearer = await aliceToken(server);
    const [kept, old, recent] = [
      await create(server, bearer, "kept"),
      await create(server, bearer, "old"),
      await create(server, bearer, "recent"),
    ];
    const comment = await server.ask("POST", `/api/v1/memos/${old}/comments`, {
      bearer,
      body: { content: "on it" },
    });
    expect(comment.status).toBe(200);
    await server.ask("DELETE", `/api/v1/memos/${old}`, { bearer });
    server.clock.nowMs += 29 * dayMs;
    await server.ask("DELETE", `/api/v1/memos/${recent}`, { bearer });
    expect(await server.services.upkeep()).toMatchObject({ purgedMemos: 0 });
    server.clock.nowMs += 2 * dayMs;
    // A server that is shutting down leaves the work to the next run.
    const stopped = await server.services.upkeep(AbortSignal.abort());
    expect(new Set(Object.values(stopped))).toEqual(new Set([0]));
    expect(await server.services.upkeep()).toMatchObject({ purgedMemos: 1 });
    const left = await server.services.database.read(({ memos }) => memos.idsByOthers(""));
    expect(left.toSorted()).toEqual([kept, recent].toSorted());
    const restored = await server.ask("POST", `/api/v1/memos/${old}:restore`, { bearer });
    expect(restored.status).toBe(404);
  });

  test("thins revisions older than 90 days to the last of each day", async () => {
    await using server = await startHttpServer();
    const bearer = await aliceToken(server);
    const id = await create(server, bearer, "0");
    for (let n = 1; n <= 3; n += 1) {
      server.clock.nowMs += 1000;
      await server.ask("PATCH", `/api/v1/memos/${id}`, { bearer, body: { content: `${n}` } });
    }
    server.clock.nowMs += 91 * dayMs;
    await server.ask("PATCH", `/api/v1/memos/${id}`, { bearer, body: { content: "new" } });
    await server.services.upkeep();
    const rows = await server.services.database.read(({ revisions }) =>
      revisions.listByMemo(id, 10),
    );
    expect(rows.map((row) => row.content)).toEqual(["3", "2"]);
  });

  test("compacts feed rows of things removed 180 days ago and raises the floor", async () => {
    await using server = await startHttpServer();
    const bearer = await aliceToken(server);
    const kept = await create(server, bearer, "kept");
    const gone = await create(server, bearer, "gone");
    await server.ask("DELETE", `/api/v1/memos/${gone}?force=true`, { bearer });
    await server.services.upkeep();
    const floor = () =>
      server.services.database.read(async ({ meta }) => (await meta.get(feedFloorKey)) ?? "0");
    server.clock.nowMs += 179 * dayMs;
    expect(await server.services.upkeep()).toMatchObject({ droppedFeedRows: 0 });
    expect(await floor()).toBe("0");
    server.clock.nowMs += 2 * dayMs;
    expect(await server.services.upkeep()).toMatchObject({ droppedFeedRows: 1 });
    expect(Number(await floor())).toBeGreaterThan(0);
    const rows = await server.services.database.read(({ feed }) => feed.page("u:alice", 0, 10));
    expect(rows.map((row) => row.entity)).toEqual([kept]);
  });
});

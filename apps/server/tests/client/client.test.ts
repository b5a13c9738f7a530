import { createClient } from "@tidemark/client";
import { describe, expect, test } from "vitest";
import { password, startHttpServer } from "../http-server.ts";
import { type ApiDocument, operationsSource } from "./operations-source.ts";

describe("the typed client", () => {
  test("has exactly the operations of the document", async () => {
    await using server = await startHttpServer();
    const { body } = await server.ask("GET", "/api/v1/openapi.json");
    const source = await operationsSource(body as unknown as ApiDocument);
    expect(source.match(/^ {2}"[A-Z]+ /gm)?.length).toBeGreaterThan(90);
    await expect(source).toMatchFileSnapshot("../../../../packages/client/src/operations.ts");
  });

  test("signs in, writes, lists, and reports errors of both forms", async () => {
    await using server = await startHttpServer();
    await server.services.auth.createFirstAdministrator({ username: "alice", password });
    const stranger = createClient({ url: `${server.url}/`, token: null });
    const signedIn = await stranger.call("POST /api/v1/auth/signin", {
      body: { username: "alice", password },
    });
    if (!signedIn.ok) throw new Error(JSON.stringify(signedIn.body));
    const alice = createClient({ url: server.url, token: signedIn.body.accessToken });

    const made = await alice.call("POST /api/v1/memos", {
      query: { memoId: "tide" },
      body: { content: "# Tide\n\n#coast", visibility: "PUBLIC" },
    });
    expect(made).toMatchObject({ ok: true, body: { name: "memos/tide", tags: ["coast"] } });
    const listed = await alice.call("GET /api/v1/memos", {
      query: { filter: '"coast" in tags', pageSize: 10, orderBy: undefined },
    });
    if (!listed.ok || !("memos" in listed.body)) throw new Error("no list of the current form");
    expect(listed.body.memos.map(({ property }) => property.title)).toEqual(["Tide"]);
    const older = await alice.call("GET /api/v1/tags");
    expect(older.body).toEqual({ data: [{ name: "coast", count: 1 }] });

    const missing = await alice.call("GET /api/v1/memos/{memo}", { params: { memo: "a/b ?" } });
    expect(missing).toMatchObject({ ok: false, status: 404, body: { code: 5 } });
    const refused = await stranger.call("GET /api/v1/tags");
    expect(refused).toMatchObject({ ok: false, status: 401, body: { error: {} } });
  });

  test("requires the parameters of the path", async () => {
    const client = createClient({ url: "http://127.0.0.1:9", token: null });
    // @ts-expect-error -- `memo` is missing
    await expect(client.call("GET /api/v1/memos/{memo}", { params: {} })).rejects.toThrow("memo");
  });
});

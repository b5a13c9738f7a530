import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FileServer, formOf, startFileServer } from "../file-client.ts";

const resources = "/api/v1/resources";
const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

describe("resources, the older form of attachments", () => {
  /** Server for requests that fail. */
  let shared: FileServer;
  beforeAll(async () => {
    shared = await startFileServer();
  });
  afterAll(() => shared[Symbol.asyncDispose]());

  test("are uploaded, listed by page, downloaded and deleted by their number", async () => {
    await using api = await startFileServer();
    for (const name of ["a.txt", "b.txt", "c.txt"]) {
      api.server.clock.nowMs += 1000;
      const made = await api.upload(resources, formOf(name, bytes(name), "text/plain"));
      expect(made).toMatchObject({
        status: 200,
        body: { filename: name, type: "text/plain", size: 5, linkedMemos: [] },
      });
      const { id, uid } = made.body;
      expect(made.body["name"]).toBe(`resources/${String(id)}`);
      expect((await api.ask("GET", `/api/v1/attachments/${String(uid)}`)).status).toBe(200);
    }
    const memo = await api.ask("POST", "/api/v1/memos", { content: "x" });
    const { body } = await api.ask("GET", resources);
    const all = body["data"] as Record<string, unknown>[];
    expect(all.map((each) => each["filename"])).toEqual(["c.txt", "b.txt", "a.txt"]);
    expect(body["nextPageToken"]).toBe("");
    await api.ask("PATCH", `/api/v1/attachments/${String(all[0]?.["uid"])}`, {
      memo: memo.body["name"],
    });
    const second = await api.ask("GET", `${resources}?page=2&limit=2`);
    expect(second.body["data"]).toMatchObject([{ filename: "a.txt" }]);
    const first = await api.ask("GET", `${resources}?limit=2`);
    expect(first.body["data"]).toMatchObject([
      { filename: "c.txt", linkedMemos: [`memos/${String(memo.body["id"])}`] },
      { filename: "b.txt" },
    ]);
    const token = String(first.body["nextPageToken"]);
    const next = await api.ask("GET", `${resources}?limit=2&pageToken=${token}`);
    expect(next.body["data"]).toMatchObject([{ filename: "a.txt" }]);
    const path = `${resources}/${String(all[0]?.["id"])}`;
    const file = await api.get(path);
    expect(await file.text()).toBe("c.txt");
    expect(file.headers.get("content-disposition")).toMatch(/^attachment;/);
    expect(await api.ask("DELETE", path)).toMatchObject({ status: 200, body: {} });
    expect((await api.get(path)).status).toBe(404);
  });

  test.each([
    ["GET", "?limit=101", 400, "limit"],
    ["GET", "?limit=0", 400, "limit"],
    ["GET", "?page=0", 400, "page"],
    ["GET", "?page=x", 400, "page"],
  ])("%s %s is %i in the older error form, naming %s", async (method, query, status, field) => {
    expect(await shared.ask(method, resources + query)).toMatchObject({
      status,
      body: { error: { code: "INVALID_ARGUMENT", details: [{ field }] } },
    });
  });

  test("of other users, and ids that aren't numbers, are 404", async () => {
    const made = await shared.upload(resources, formOf("a.txt", bytes("x")));
    for (const id of [String(made.body["id"]), "999", "abc", "99999999999999999999"]) {
      for (const method of ["GET", "DELETE"]) {
        const asked = await shared.askBob(method, `${resources}/${id}`);
        expect(asked, `${method} ${id}`).toMatchObject({
          status: 404,
          body: { error: { code: "NOT_FOUND" } },
        });
      }
    }
    expect((await shared.askBob("GET", resources)).body).toEqual({ data: [], nextPageToken: "" });
  });

  test("with a path in their name are refused in the older error form", async () => {
    const refused = await shared.upload(resources, formOf("../a.txt", bytes("x")));
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { code: "INVALID_ARGUMENT", details: [{ field: "filename" }] } },
    });
  });
});

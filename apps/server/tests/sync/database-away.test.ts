import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { StorageError } from "@tidemark/core";
import { expect, test } from "vitest";
import { startFileServer } from "../file-client.ts";
import { codeOf, syncCalls } from "../sync-calls.ts";
import { isPostgres } from "../temp-postgres-database.ts";

const away = async (): Promise<never> => {
  throw new StorageError("unreachable", new Error("connect ECONNREFUSED"));
};

test("a sync call returns 503 while the database is unavailable", async () => {
  await using api = await startFileServer();
  const { server, alice } = api;
  const calls = syncCalls(server, alice);
  expect((await calls.hello.query()).user.name).toBe("users/alice");
  const { database } = server.services;
  const read = database.read.bind(database);
  Object.assign(database, { read: away });
  try {
    expect(await codeOf(calls.hello.query())).toEqual([503, "UNAVAILABLE"]);
  } finally {
    Object.assign(database, { read });
  }
  expect(server.log.join("")).toContain("connect ECONNREFUSED");
  expect((await calls.hello.query()).user.name).toBe("users/alice");
});

// With PostgreSQL the pieces of uploads need the database too, so none arrives; other tests cover that.
test.skipIf(isPostgres)(
  "a file received in full while the database is unavailable is kept for the next request",
  async () => {
    await using api = await startFileServer();
    const { server, alice } = api;
    const bytes = new Uint8Array(50_000).map((_, at) => at % 251);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const encoded = { filename: "a.bin", type: "application/octet-stream", sha256 };
    const metadata = Object.entries(encoded)
      .map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`)
      .join(",");
    const ask = (method: string, path: string, more: Record<string, string>, body?: typeof bytes) =>
      fetch(server.url + path, {
        method,
        headers: { authorization: `Bearer ${alice}`, "tus-resumable": "1.0.0", ...more },
        ...(body !== undefined && { body }),
      });
    const created = { "upload-length": String(bytes.length), "upload-metadata": metadata };
    const path = (await ask("POST", "/sync/blobs", created)).headers.get("location") ?? "";

    server.gate.beforeWrite = away;
    const piece = { "upload-offset": "0", "content-type": "application/offset+octet-stream" };
    const refused = await ask("PATCH", path, piece, bytes);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: "UNAVAILABLE" });
    expect(readdirSync(join(server.folder, "uploads"))).not.toEqual([]);
    expect(await syncCalls(server, alice).lackingBlobs.query({ hashes: [sha256] })).toEqual([
      sha256,
    ]);

    expect((await ask("HEAD", path, {})).status).toBe(404);
    expect(await syncCalls(server, alice).lackingBlobs.query({ hashes: [sha256] })).toEqual([]);
    expect(readdirSync(join(server.folder, "uploads"))).toEqual([]);
  },
);

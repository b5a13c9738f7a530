import { createServer, type RequestListener, type Server } from "node:http";
import { join } from "node:path";
import { openForeignDatabase } from "@tidemark/db/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { openMemosServer, planImport, runImport, SourceRefused } from "../src/index.ts";
import { expectMemos } from "./expected-memos.ts";
import { imported } from "./imported.ts";
import { openProfile } from "./open-profile.ts";
import { type MemosFolder, ownFolder, realFolders } from "./samples/memos-folders.ts";
import { type MemosServer, serveMemos } from "./samples/memos-server.ts";
import { realSamples } from "./samples/real-samples.ts";
import { replayed } from "./samples/replay.ts";

interface Serving extends MemosFolder {
  serve(): Promise<MemosServer>;
  /** True if the server serves files in a bucket; the older version returns no bytes. */
  readonly servesBuckets: boolean;
}

const servers: readonly Serving[] = [
  { ...ownFolder("0.24"), serve: () => serveMemos("0.24"), servesBuckets: false },
  { ...ownFolder("0.30"), serve: () => serveMemos("0.30"), servesBuckets: true },
  ...realSamples("memos/0.24.4").flatMap((path) =>
    realFolders("0.24.4").map((folder) => ({
      ...folder,
      serve: () => replayed(path, "live-0.24.json"),
      servesBuckets: false,
    })),
  ),
  ...realSamples("memos/0.30.0").flatMap((path) =>
    realFolders("0.30.0").map((folder) => ({
      ...folder,
      serve: () => replayed(path, "live-0.30.json"),
      servesBuckets: true,
    })),
  ),
];

describe.each(servers)("a server of memos $name", ({ made, expected, serve, servesBuckets }) => {
  test.each(["alice", "host"])(
    "gives %s their own memos that their token can reach",
    async (user) => {
      const server = await serve();
      onTestFinished(() => server.close());
      const profile = await openProfile();
      await using source = await openMemosServer({ url: server.url, token: server.tokens[user]! });
      const plan = await planImport(profile, source);
      await runImport(profile, plan);
      const dir = await made();
      using database = openForeignDatabase(join(dir, "memos_prod.db"));
      const content = (uid: string): string =>
        String(database.all("SELECT content FROM memo WHERE uid = ?", [uid])[0]?.["content"]);
      const theirs = expected().filter(
        (memo) => memo.author === user && memo.seenThroughApiBy.includes(user),
      );
      await expectMemos(
        profile,
        theirs,
        user,
        { content },
        ({ stored }) => stored !== "S3" || servesBuckets,
      );
      expect(server.log.filter((line) => line.startsWith("501 GET /api/v1/memos"))).toEqual([]);
      // The same memos are recognized in its database, which lacks files in a bucket.
      const again = await imported(profile, dir, user);
      const inBuckets = theirs.filter((memo) =>
        memo.attachments.some(({ stored }) => stored === "S3"),
      );
      expect(again.counts.same).toBe(theirs.length - inBuckets.length);
      const changed = again.rows.filter(({ code }) => code === "changed-there");
      expect(changed).toHaveLength(inBuckets.length);
    },
  );

  test("rejects an invalid token", async () => {
    const server = await serve();
    onTestFinished(() => server.close());
    await expect(openMemosServer({ url: server.url, token: "wrong" })).rejects.toThrow(
      SourceRefused,
    );
  });
});

/** Starts a server for this test. */
async function served(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => new Promise((done) => server.close(() => done())));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `http://127.0.0.1:${address.port}`;
}

const alice = { user: { name: "users/alice", username: "alice" } };

describe("a chosen server", () => {
  test("is the only one contacted: a redirect elsewhere is rejected, without leaking the token", async () => {
    const asked: string[] = [];
    const elsewhere = await served((request, response) => {
      asked.push(String(request.headers.authorization));
      response.end("{}");
    });
    const url = await served((_request, response) => {
      response.writeHead(302, { location: `${elsewhere}/api/v1/auth/me` }).end();
    });
    await expect(openMemosServer({ url, token: "secret" })).rejects.toThrow(
      `redirects to ${elsewhere}: the token is not sent there`,
    );
    expect(asked).toEqual([]);
  });

  test("is retried when it is busy, and abandoned if it stays busy", async () => {
    let busy = 2;
    const url = await served((request, response) => {
      busy -= 1;
      if (busy >= 0) response.writeHead(500).end("database is locked");
      else if (request.url === "/api/v1/auth/me") response.end(JSON.stringify(alice));
      else response.end("{}");
    });
    await using source = await openMemosServer({ url, token: "t", retryMs: 1 });
    expect(source.label).toContain("alice");
    busy = 1000;
    await expect(openMemosServer({ url, token: "t", retryMs: 1 })).rejects.toThrow("answers 500");
  });

  test("with endless pages is rejected", async () => {
    const url = await served((request, response) => {
      if (request.url === "/api/v1/auth/me") response.end(JSON.stringify(alice));
      else response.end(JSON.stringify({ memos: [], nextPageToken: "again" }));
    });
    await expect(openMemosServer({ url, token: "t" })).rejects.toThrow("do not end");
  });

  test("that isn't a memos server is rejected with a message", async () => {
    const page = await served((_request, response) => {
      response.setHeader("content-type", "text/html");
      response.end("<!doctype html><title>Hello</title>");
    });
    await expect(openMemosServer({ url: page, token: "t" })).rejects.toThrow("like a memos server");
    const odd = await served((_request, response) => void response.end('{"user":7}'));
    await expect(openMemosServer({ url: odd, token: "t" })).rejects.toThrow("unknown format");
    await expect(openMemosServer({ url: "http://127.0.0.1:9", token: "t" })).rejects.toThrow(
      "isn't responding",
    );
  });
});

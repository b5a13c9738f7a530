import { createServer, type RequestListener, type Server } from "node:http";
import { copyFile, mkdir, cp } from "node:fs/promises";
import { join } from "node:path";
import { openForeignDatabase } from "@tidemark/db/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { openMemosServer, planImport, runImport, SourceRefused } from "../src/index.ts";
import { expectMemos, expectedMemos } from "./expected-memos.ts";
import { imported } from "./imported.ts";
import { scratchFolder } from "./made-folder.ts";
import { replayed } from "./memos-replay.ts";
import { openProfile } from "./open-profile.ts";
import { sample } from "./shared-samples.ts";

describe.each([
  ["0.24.4", "live-0.24.json"],
  ["0.30.0", "live-0.30.json"],
])("a server of memos %s", (version, recording) => {
  const { path, isThere } = sample(`memos/${version}`);

  test.runIf(isThere).each(["alice", "host"])(
    "gives %s what their token reaches of theirs",
    async (user) => {
      const server = await replayed(join(path, recording));
      onTestFinished(() => server.close());
      const profile = await openProfile();
      await using source = await openMemosServer({ url: server.url, token: server.tokens[user]! });
      const plan = await planImport(profile, source);
      await runImport(profile, plan);
      const dir = join(await scratchFolder(), "memos");
      await mkdir(dir);
      await copyFile(join(path, "memos_prod.db"), join(dir, "memos_prod.db"));
      await cp(join(path, "assets"), join(dir, "assets"), { recursive: true });
      using database = openForeignDatabase(join(dir, "memos_prod.db"));
      const content = (uid: string): string =>
        String(database.all("SELECT content FROM memo WHERE uid = ?", [uid])[0]?.["content"]);
      const theirs = expectedMemos(join(path, "expected.json")).filter(
        (memo) => memo.author === user && memo.seenThroughApiBy.includes(user),
      );
      // The older one answers for what is in a bucket with no bytes.
      await expectMemos(
        profile,
        theirs,
        user,
        { content },
        ({ stored }) => stored !== "S3" || version === "0.30.0",
      );
      expect(server.log.filter((line) => line.startsWith("501 GET /api/v1/memos"))).toEqual([]);
      // The same memos come from its database as the same; a file in a bucket is not in that.
      const again = await imported(profile, dir, user);
      const inBuckets = theirs.filter((memo) =>
        memo.attachments.some(({ stored }) => stored === "S3"),
      );
      expect(again.counts.same).toBe(theirs.length - inBuckets.length);
      const changed = again.rows.filter(({ code }) => code === "changed-there");
      expect(changed).toHaveLength(inBuckets.length);
    },
  );

  test.runIf(isThere)("refuses a token that is nobody's", async () => {
    const server = await replayed(join(path, recording));
    onTestFinished(() => server.close());
    await expect(openMemosServer({ url: server.url, token: "wrong" })).rejects.toThrow(
      SourceRefused,
    );
  });
});

/** A server of this test alone. */
async function served(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => new Promise((done) => server.close(() => done())));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `http://127.0.0.1:${address.port}`;
}

const alice = { user: { name: "users/alice", username: "alice" } };

describe("a server that was named", () => {
  test("is the only one that is asked: a redirect elsewhere is refused, and the token stays", async () => {
    const asked: string[] = [];
    const elsewhere = await served((request, response) => {
      asked.push(String(request.headers.authorization));
      response.end("{}");
    });
    const url = await served((_request, response) => {
      response.writeHead(302, { location: `${elsewhere}/api/v1/auth/me` }).end();
    });
    await expect(openMemosServer({ url, token: "secret" })).rejects.toThrow(
      `leads to ${elsewhere}: the token is not sent there`,
    );
    expect(asked).toEqual([]);
  });

  test("is asked again when it is busy, and given up when it goes on so", async () => {
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

  test("whose pages do not end is refused", async () => {
    const url = await served((request, response) => {
      if (request.url === "/api/v1/auth/me") response.end(JSON.stringify(alice));
      else response.end(JSON.stringify({ memos: [], nextPageToken: "again" }));
    });
    await expect(openMemosServer({ url, token: "t" })).rejects.toThrow("do not end");
  });

  test("that is none of memos is refused in words", async () => {
    const page = await served((_request, response) => {
      response.setHeader("content-type", "text/html");
      response.end("<!doctype html><title>Hello</title>");
    });
    await expect(openMemosServer({ url: page, token: "t" })).rejects.toThrow(
      "as a memos server would",
    );
    const odd = await served((_request, response) => void response.end('{"user":7}'));
    await expect(openMemosServer({ url: odd, token: "t" })).rejects.toThrow("not known here");
    await expect(openMemosServer({ url: "http://127.0.0.1:9", token: "t" })).rejects.toThrow(
      "does not answer",
    );
  });
});

import { createServer, type RequestListener, type Server } from "node:http";
import { join } from "node:path";
import { openForeignDatabase } from "@tidemark/db/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { planImport, runImport, SourceRefused } from "../src/index.ts";
import { openMemosServer } from "../src/node/index.ts";
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

const times = { createTime: "2024-05-06T07:08:09Z", updateTime: "2024-05-06T07:08:09Z" };

function memoAnswer(name: string, fields: object = {}): object {
  return { name: `memos/${name}`, creator: "users/alice", content: name, ...times, ...fields };
}

type Answers = (path: string, token: string) => readonly [number, string] | object;

/** Serves lists of memos; everything else is empty. */
async function servedLists(answers: Answers): Promise<string> {
  return served((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://memos");
    if (pathname === "/api/v1/auth/me") {
      response.end(JSON.stringify(alice));
      return;
    }
    const state = searchParams.get("state") ?? "";
    const answer = answers(`${pathname} ${state}`.trim(), searchParams.get("pageToken") ?? "");
    if (Array.isArray(answer)) response.writeHead(Number(answer[0])).end(String(answer[1]));
    else response.end(JSON.stringify(answer));
  });
}

const page = "<!doctype html><title>502 Bad Gateway</title>";
const errors: readonly (readonly [string, readonly [number, string]])[] = [
  ["an HTML page", [200, page]],
  ["404", [404, page]],
  ["404 in JSON", [404, '{"code":5,"message":"not found","details":[]}']],
  ["405", [405, "Method Not Allowed"]],
  ["501", [501, '{"code":12}']],
  ["400", [400, "{}"]],
  ["an error as JSON with status 200", [200, '{"code":13,"message":"internal","details":[]}']],
  ["an empty body", [200, ""]],
  ["half of an answer", [200, '{"memos":[{"name":']],
  ["a list of something else", [200, "[]"]],
];

describe.each(errors)("a list that ends with %s", (_, error) => {
  const comment = { type: "COMMENT", memo: "memos/c", relatedMemo: "memos/a" };
  test.each<[string, Answers]>([
    ["on its first page", () => error],
    [
      "on its second page",
      (_path, token) => (token === "" ? { memos: [memoAnswer("a")], nextPageToken: "2" } : error),
    ],
    [
      "of archived memos",
      (path) => (path.endsWith(" ARCHIVED") ? error : { memos: [memoAnswer("a")] }),
    ],
    [
      "of comments",
      (path) =>
        path.endsWith("/comments") ? error : { memos: [memoAnswer("a", { relations: [comment] })] },
    ],
  ])("%s isn't imported in part", async (_where, answers) => {
    const url = await servedLists(answers);
    await expect(openMemosServer({ url, token: "t", retryMs: 1 })).rejects.toMatchObject({
      code: "cut-short",
      message: expect.stringContaining("was cut short, so nothing was imported") as string,
    });
  });
});

test("a connection that breaks in a list ends the import, and the next one imports everything", async () => {
  let breaks = true;
  const url = await served((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://memos");
    if (pathname === "/api/v1/auth/me") response.end(JSON.stringify(alice));
    else if (pathname !== "/api/v1/memos" || searchParams.get("state") !== "NORMAL") {
      response.end("{}");
    } else if (searchParams.get("pageToken") === null) {
      response.end(JSON.stringify({ memos: [memoAnswer("a")], nextPageToken: "2" }));
    } else if (breaks) {
      response.writeHead(200, { "content-length": "1000" }).write('{"memos":');
      setImmediate(() => response.destroy());
    } else response.end(JSON.stringify({ memos: [memoAnswer("b")] }));
  });
  await expect(openMemosServer({ url, token: "t" })).rejects.toMatchObject({ code: "cut-short" });
  breaks = false;
  const profile = await openProfile();
  await using source = await openMemosServer({ url, token: "t" });
  const report = await runImport(profile, await planImport(profile, source));
  expect(report.counts).toEqual({ new: 2, same: 0, skipped: 0, problems: 0 });
});

test("parts of memos in an unknown form don't hide the rest, and are reported", async () => {
  const answers: Record<string, object> = {
    "/api/v1/memos NORMAL": {
      memos: [
        memoAnswer("whole", { content: "whole" }),
        memoAnswer("new", { content: "new", reactions: [{ emoji: 7 }], relations: "none" }),
        { name: "memos/odd", creator: 7 },
      ],
    },
  };
  const profile = await openProfile();
  const url = await servedLists((path) => answers[path] ?? {});
  await using source = await openMemosServer({ url, token: "t" });
  const report = await runImport(profile, await planImport(profile, source));
  expect(report.counts).toMatchObject({ new: 2, problems: 2 });
  expect(report.rows.filter(({ outcome }) => outcome === "problem")).toEqual([
    expect.objectContaining({
      path: "memos/new",
      words: "written in an unknown way, and skipped: relations, reactions",
    }),
    expect.objectContaining({ path: "memos/odd", code: "broken" }),
  ]);
});

import { mergeWork } from "@tidemark/core/text";
import { describe, expect, test } from "vitest";
import { startHttpServer, type HttpServer, type Reply } from "../http-server.ts";
import { shareServer } from "../shared-server.ts";

interface Alice {
  readonly server: HttpServer;
  /** Alice's access token. */
  readonly bearer: string;
}

interface Writer {
  readonly id: string;
  /** ETag of the memo after its creation. */
  readonly first: string;
  patch(body: Record<string, unknown>, ifMatch?: string): Promise<Reply>;
  revisions(): Promise<[string, string][]>;
}

async function memoOf({ server, bearer }: Alice, content: string): Promise<Writer> {
  const made = await server.ask("POST", "/api/v1/memos", { bearer, body: { content } });
  const name = String(made.body["name"]);
  const id = name.slice("memos/".length);
  return {
    id,
    first: made.headers.get("etag") ?? "",
    patch: (body, ifMatch) =>
      server.ask("PATCH", `/api/v1/${name}`, {
        bearer,
        body,
        ...(ifMatch !== undefined && { headers: { "if-match": ifMatch } }),
      }),
    async revisions() {
      const rows = await server.services.database.read(({ revisions }) =>
        revisions.listByMemo(id, 100),
      );
      return rows.map(({ reason, content: text }) => [reason, text]);
    },
  };
}

describe("an update with If-Match", () => {
  const shared = shareServer(async () => {
    const server = await startHttpServer();
    const bearer = await server.alice();
    return { server, bearer, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
  });

  test("T11 · that names an older state is merged with later changes, and both texts are kept", async () => {
    const memo = await memoOf(shared(), "one\ntwo\nthree");
    await memo.patch({ content: "one, first\ntwo\nthree" });
    const merged = await memo.patch({ content: "one\ntwo\nthree, last" }, memo.first);
    expect(merged.status).toBe(200);
    expect(merged.body["content"]).toBe("one, first\ntwo\nthree, last");
    expect(await memo.revisions()).toEqual([
      ["merge", "one\ntwo\nthree, last"],
      ["merge", "one, first\ntwo\nthree"],
      ["overwrite", "one\ntwo\nthree"],
    ]);
  });

  test("T11 · of long texts that have little in common is merged within its bounds", async () => {
    const words = (name: string, count: number, end: string): string =>
      Array.from({ length: count }, (_, i) => `${name}${i}${end}`).join("");
    const base = words("line ", 5_000, "\n");
    const memo = await memoOf(shared(), base);
    const lines = base.split("\n");
    const ours = lines.map((line, i) => (i < 950 ? `${line}\nnew${i}` : line)).join("\n");
    await memo.patch({ content: ours });
    // An earlier version compared each line's edit with all of these words.
    const theirs = words("other", 50_000, " ");
    const before = mergeWork();
    const merged = await memo.patch({ content: theirs }, memo.first);
    expect(merged.status).toBe(200);
    const content = String(merged.body["content"]);
    expect([content.includes("new949"), content.includes(theirs)]).toEqual([true, true]);
    expect(mergeWork() - before).toBeLessThan(4_000_000);
  });

  test("that names the current state sets the text", async () => {
    const memo = await memoOf(shared(), "one\ntwo");
    const set = await memo.patch({ content: "two" }, memo.first);
    expect(set.body["content"]).toBe("two");
    expect(await memo.revisions()).toEqual([["overwrite", "one\ntwo"]]);
  });

  test("isn't stale after a pin, and sets other fields regardless of the ETag", async () => {
    const memo = await memoOf(shared(), "one\ntwo");
    const pinned = await memo.patch({ pinned: true });
    expect(pinned.headers.get("etag")).not.toBe(memo.first);
    const set = await memo.patch({ content: "two", pinned: false }, memo.first);
    expect(set.body).toMatchObject({ content: "two", pinned: false });
  });

  test("finds its base after a hundred later edits", async () => {
    const { server } = shared();
    const memo = await memoOf(shared(), "one\ntwo\nthree");
    const caller = {
      name: "users/alice",
      role: "USER",
      spaces: [],
      scope: null,
      device: "x",
    } as const;
    for (let n = 0; n < 100; n += 1) {
      await server.services.memos.update(caller, memo.id, { content: `one ${n}\ntwo\nthree` });
    }
    const merged = await memo.patch({ content: "one\ntwo\nthree, last" }, memo.first);
    expect(merged.body["content"]).toBe("one 99\ntwo\nthree, last");
  });

  test.each(["*", '"foreign"', `W/"${"0".repeat(32)}"`])(
    "%s, whose text is unknown, sets the text and keeps the previous one",
    async (ifMatch) => {
      const memo = await memoOf(shared(), "one");
      await memo.patch({ content: "two" });
      const set = await memo.patch({ content: "three" }, ifMatch);
      expect(set.status).toBe(200);
      expect(set.body["content"]).toBe("three");
      expect(await memo.revisions()).toContainEqual(["overwrite", "two"]);
    },
  );

  test("whose merged text exceeds the limit is rejected and changes nothing", async () => {
    const { server } = shared();
    const half = "x".repeat(600 * 1024);
    const memo = await memoOf(shared(), "a\nb\nc");
    await memo.patch({ content: `a ${half}\nb\nc` });
    const refused = await memo.patch({ content: `a\nb\nc ${half}` }, memo.first);
    expect(refused.status).toBe(413);
    const kept = await server.services.database.read(({ memos }) => memos.find(memo.id));
    expect(kept?.content).toBe(`a ${half}\nb\nc`);
  });
});

import { setTimeout } from "node:timers/promises";
import { StorageError } from "@tidemark/core";
import { Client } from "pg";
import { describe, expect, test, vi } from "vitest";
import { tempPostgres } from "../../../scripts/postgres/temp-postgres.ts";
import { tempPostgresDatabase, tempPostgresSchema } from "../tests/postgres-database.ts";
import { memoRow, saveRow } from "../../db/tests/temp-database.ts";
import { OpenDatabaseError } from "@tidemark/db";
import type { OpenServerDatabase } from "@tidemark/db";
import { openPostgres } from "./open-postgres.ts";

/** Ends every other connection to a database, like a server that shuts down. Returns their number. */
async function cutConnections(url: string): Promise<number> {
  await using client = await connected(url);
  const { rows } = await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
      AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  );
  return rows.length;
}

async function connected(url: string): Promise<Client & AsyncDisposable> {
  const client = new Client(url);
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

/** Runs writes one after the other, and returns the numbers that they took. */
async function takeNumbers({ database }: Pick<OpenServerDatabase, "database">, count: number) {
  return Promise.all(
    Array.from({ length: count }, () => database.write(({ meta }) => meta.nextSeq())),
  );
}

describe("an instance over PostgreSQL", () => {
  test("concurrent processes take every number once, in the order of commits", async () => {
    await using first = await tempPostgresDatabase();
    await using second = await openPostgres({ url: first.url });
    let last = 0;
    let isOver = false;
    const watching = (async () => {
      // When a number is visible, all lower ones are committed.
      while (!isOver) {
        const head = await first.database.read(({ meta }) => meta.headSeq());
        expect(head).toBeGreaterThanOrEqual(last);
        last = head;
      }
    })();
    const taken = await Promise.all([takeNumbers(first, 150), takeNumbers(second, 150)]);
    isOver = true;
    await watching;
    expect(taken.flat().toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 300 }, (_, n) => n + 1),
    );
  });

  test("two processes that read before they write lose no update", async () => {
    await using first = await tempPostgresDatabase();
    await using second = await openPostgres({ url: first.url });
    await first.database.write((stores) => saveRow(stores, memoRow("m", { content: "" })));
    const add = (open: Pick<OpenServerDatabase, "database">, word: string): Promise<unknown> =>
      open.database.write(async (stores) => {
        const memo = await stores.memos.find("m");
        return saveRow(stores, memoRow("m", { content: `${memo?.content ?? ""}${word} ` }));
      });
    const words = Array.from({ length: 40 }, (_, n) => `w${n}`);
    await Promise.all(words.map((word, n) => add(n % 2 === 0 ? first : second, word)));
    const memo = await second.database.read(({ memos }) => memos.find("m"));
    expect(memo?.content.trim().split(" ").toSorted()).toEqual(words.toSorted());
  });

  test("a write whose connection is cut leaves no change, and the next one succeeds", async () => {
    await using open = await tempPostgresDatabase();
    const heard: string[] = [];
    open.database.onCommit((effects) => heard.push(...effects.map(({ kind }) => kind)));
    const cut = open.database.write(async (stores) => {
      await saveRow(stores, memoRow("lost"));
      stores.afterCommit({ kind: "own-written" });
      await cutConnections(open.url);
      await setTimeout(50);
      await saveRow(stores, memoRow("later"));
    });
    await expect(cut).rejects.toThrow(StorageError);
    await expect(cut).rejects.toThrow("isn't responding");
    await open.database.write((stores) => saveRow(stores, memoRow("next")));
    const found = await open.database.read(({ memos }) =>
      memos.findMany(["lost", "later", "next"]),
    );
    expect(found.map(({ id }) => id)).toEqual(["next"]);
    expect(heard).toEqual([]);
  });

  test("readers work again after their idle connections were cut", async () => {
    await using temp = await tempPostgresSchema();
    const reported: unknown[] = [];
    await using open = await openPostgres({
      url: temp.url,
      onListenerError: (error) => reported.push(error),
    });
    await Promise.all(
      Array.from({ length: 6 }, () => open.database.read(({ meta }) => meta.headSeq())),
    );
    const cut = await cutConnections(temp.url);
    await vi.waitFor(() => expect(reported).toHaveLength(cut));
    expect(await open.database.read(({ meta }) => meta.headSeq())).toBe(0);
  });

  test("an unawaited statement that fails fails its write, but not others in the same commit", async () => {
    await using open = await tempPostgresDatabase();
    const put = (op: string): Promise<void> =>
      open.database.write(({ feed }) =>
        feed.put({ scope: "u:a", kind: "memo", entity: op, seq: 1, op: op as "up" }),
      );
    const settled = await Promise.allSettled([put("up"), put("sideways"), put("del")]);
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    const rows = await open.database.read(({ feed }) => feed.page("u:a", 0, 9));
    expect(rows.map(({ entity }) => entity).toSorted()).toEqual(["del", "up"]);
    const [, refused] = settled;
    expect(refused.status === "rejected" && String(refused.reason)).toContain("check constraint");
  });

  test("an unawaited statement that fails before a savepoint fails its own write, with its own error", async () => {
    await using open = await tempPostgresDatabase();
    const put = (op: string, isNested = false): Promise<void> =>
      open.database.write(async ({ feed, savepoint }) => {
        const putIt = (entity: string, as: string) =>
          feed.put({ scope: "u:a", kind: "memo", entity, seq: 1, op: as as "up" });
        await putIt(op, op);
        if (isNested) await savepoint(() => putIt(`${op} nested`, "up"));
      });
    const settled = await Promise.allSettled([put("up"), put("sideways", true), put("del", true)]);
    const [, refused] = settled;
    expect(refused.status === "rejected" && String(refused.reason)).toContain("check constraint");
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    const rows = await open.database.read(({ feed }) => feed.page("u:a", 0, 9));
    expect(rows.map(({ entity }) => entity).toSorted()).toEqual(["del", "del nested", "up"]);
  });

  test("undoing a savepoint undoes only its own writes and effects", async () => {
    await using open = await tempPostgresDatabase();
    const heard: string[] = [];
    open.database.onCommit((effects) => heard.push(...effects.map(({ kind }) => kind)));
    await open.database.write(async (stores) => {
      await saveRow(stores, memoRow("a"));
      const nested = stores.savepoint(async () => {
        await saveRow(stores, memoRow("b"));
        stores.afterCommit({ kind: "own-written" });
        throw new Error("undone");
      });
      await expect(nested).rejects.toThrow("undone");
      stores.afterCommit({ kind: "deliveries-due" });
      await saveRow(stores, memoRow("c"));
    });
    const found = await open.database.read(({ memos }) => memos.findMany(["a", "b", "c"]));
    expect(found.map(({ id }) => id).toSorted()).toEqual(["a", "c"]);
    expect(heard).toEqual(["deliveries-due"]);
  });

  test("a read sees one state, whatever is committed meanwhile", async () => {
    await using open = await tempPostgresDatabase();
    await open.database.read(async ({ meta }) => {
      expect(await meta.headSeq()).toBe(0);
      await takeNumbers(open, 3);
      expect(await meta.headSeq()).toBe(0);
    });
    expect(await open.database.read(({ meta }) => meta.headSeq())).toBe(3);
  });

  test("processes that start together on an empty database create it once", async () => {
    await using temp = await tempPostgres();
    const opened = await Promise.all([1, 2, 3].map(() => openPostgres({ url: temp.url })));
    const numbers = await Promise.all(opened.map((open) => takeNumbers(open, 1)));
    expect(numbers.flat().toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
    await Promise.all(opened.map((open) => open.close()));
  });

  test("errors of opening contain no password", async () => {
    await using temp = await tempPostgres();
    const changed = (change: (url: URL) => void): string => {
      const url = new URL(temp.url);
      change(url);
      return url.href;
    };
    const failures = [
      ["unreachable", changed((url) => (url.port = "1"))],
      ["refused", changed((url) => (url.password = "not-the-secret"))],
      ["unsuitable", changed((url) => (url.pathname = "/nothing_here"))],
    ] as const;
    for (const [type, url] of failures) {
      const error: unknown = await openPostgres({ url }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(OpenDatabaseError);
      expect(error).toMatchObject({ type });
      expect(String(error)).not.toContain(new URL(url).password);
    }
  });
});

import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../tests/temp-database.ts";
import { driver, openSqliteConnection } from "../../tests/engine.ts";
import { prepareWriter, type SqliteConnection } from "./sqlite-connection.ts";
import { sqliteWriter } from "./transaction.ts";
import { createWriteQueue, type WriteQueue } from "./write-queue.ts";

interface Opened extends Disposable {
  readonly queue: WriteQueue<SqliteConnection>;
  readonly writer: SqliteConnection;
  /** Returns the words that another connection sees, in the order in which they were written. */
  committed(): string[];
  /** Statements that the writer ran. */
  readonly statements: string[];
}

/** Creates a table of words; `failAt` makes the first statement with that text fail. */
function open({ failAt = "" }: { failAt?: string } = {}): Opened {
  const folder = tempFolder();
  const file = folder.file("words.db");
  const statements: string[] = [];
  let isArmed = false;
  const writer = openSqliteConnection({
    file,
    readonly: false,
    beforeStatement: (sql) => {
      statements.push(sql);
      if (isArmed && sql === failAt) {
        isArmed = false;
        throw new Error("the disk says no");
      }
    },
  });
  prepareWriter(writer, "server");
  writer.exec("CREATE TABLE word (n INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)");
  isArmed = failAt !== "";
  const reader = openSqliteConnection({ file, readonly: true });
  statements.length = 0;
  return {
    queue: createWriteQueue(sqliteWriter(writer), { sharesCommits: true, driver }),
    writer,
    statements,
    committed: () =>
      reader.all<{ text: string }>("SELECT text FROM word ORDER BY n").map(({ text }) => text),
    [Symbol.dispose]: () => {
      reader.close();
      writer.close();
      folder[Symbol.dispose]();
    },
  };
}

const add =
  (text: string) =>
  async (connection: SqliteConnection): Promise<string> => {
    connection.run("INSERT INTO word (text) VALUES (?)", [text]);
    return text;
  };

const count = (statements: readonly string[], text: string): number =>
  statements.filter((statement) => statement === text).length;

describe("writes that wait at the same time", () => {
  test("share one commit, in the order of their calls", async () => {
    using opened = open();
    const texts = ["a", "b", "c", "d"];
    expect(await Promise.all(texts.map((text) => opened.queue.write(add(text))))).toEqual(texts);
    expect(opened.committed()).toEqual(texts);
    expect(count(opened.statements, "COMMIT")).toBe(1);
  });

  test("resolve only after the commit", async () => {
    using opened = open();
    const seen: number[] = [];
    const noting = (text: string) =>
      opened.queue.write(add(text)).then(() => seen.push(opened.committed().length));
    await Promise.all([noting("a"), noting("b"), noting("c")]);
    expect(seen).toEqual([3, 3, 3]);
  });

  test("are invisible to others before the commit, but visible to later writes in it", async () => {
    using opened = open();
    const first = opened.queue.write(add("a"));
    const second = opened.queue.write(async (connection) => ({
      own: connection.all("SELECT * FROM word").length,
      others: opened.committed().length,
    }));
    expect(await second).toEqual({ own: 1, others: 0 });
    await first;
  });

  test("undo only themselves when one fails, including nested savepoints", async () => {
    using opened = open();
    const outcomes = await Promise.allSettled([
      opened.queue.write(add("a")),
      opened.queue.write(async (connection) => {
        await add("half")(connection);
        throw new Error("changed its mind");
      }),
      opened.queue.write(async (connection) => {
        await add("another half")(connection);
        await add("a")(connection);
      }),
      opened.queue.write(add("b")),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "rejected",
      "fulfilled",
    ]);
    expect(opened.committed()).toEqual(["a", "b"]);
    expect(count(opened.statements, "COMMIT")).toBe(1);
  });

  test("all fail when the commit does, including those that had failed before", async () => {
    using opened = open({ failAt: "COMMIT" });
    const outcomes = await Promise.allSettled([
      opened.queue.write(add("a")),
      opened.queue.write(add("a")),
      opened.queue.write(add("b")),
    ]);
    // Their own error, a duplicate "a", would no longer be true.
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { message: /disk says no/ } });
    }
    expect(opened.committed()).toEqual([]);
    await opened.queue.write(add("a"));
    expect(opened.committed()).toEqual(["a"]);
  });

  test("settle even if their transaction cannot begin", async () => {
    using opened = open({ failAt: "BEGIN IMMEDIATE" });
    const outcomes = await Promise.allSettled([
      opened.queue.write(add("a")),
      opened.queue.write(add("b")),
      opened.queue.write(add("c")),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
    expect(opened.committed()).toEqual(["b", "c"]);
  });

  test("all fail if SQLite rolls back the transaction, and no later write is lost", async () => {
    using opened = open();
    const outcomes = await Promise.allSettled([
      opened.queue.write(add("a")),
      opened.queue.write(async (connection) => {
        // A full disk does this to a transaction.
        connection.run("ROLLBACK");
        throw new Error("full");
      }),
      opened.queue.write(add("b")),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
    expect(opened.committed()).toEqual(["b"]);
  });

  test("run in the contexts of their own callers", async () => {
    using opened = open();
    const context = new AsyncLocalStorage<string>();
    const seen = await Promise.all(
      ["a", "b"].map((name) =>
        context.run(name, () => opened.queue.write(async () => context.getStore())),
      ),
    );
    expect(seen).toEqual(["a", "b"]);
  });

  test("are at most 64 per commit", async () => {
    using opened = open();
    const texts = Array.from({ length: 150 }, (_, n) => `word ${n}`);
    await Promise.all(texts.map((text) => opened.queue.write(add(text))));
    expect(opened.committed()).toEqual(texts);
    expect(count(opened.statements, "COMMIT")).toBeGreaterThanOrEqual(3);
  });

  test("do not run concurrently if one of them waits", async () => {
    using opened = open();
    const order: string[] = [];
    const slow = opened.queue.write(async () => {
      order.push("slow begins");
      await setTimeout(5);
      order.push("slow ends");
    });
    const quick = opened.queue.write(async () => {
      order.push("quick");
    });
    await Promise.all([slow, quick]);
    expect(order).toEqual(["slow begins", "slow ends", "quick"]);
  });
});

test("exclusive work runs outside any transaction, after earlier writes", async () => {
  using opened = open();
  const before = [opened.queue.write(add("a")), opened.queue.write(add("b"))];
  const exclusive = opened.queue.exclusive(async (connection) => ({
    isInTransaction: connection.isInTransaction(),
    committed: opened.committed(),
  }));
  const after = opened.queue.write(add("c"));
  expect(await exclusive).toEqual({ isInTransaction: false, committed: ["a", "b"] });
  await Promise.all([...before, after]);
  await opened.queue.idle();
  expect(opened.committed()).toEqual(["a", "b", "c"]);
});

test("without shared commits each write has its own transaction", async () => {
  using opened = open();
  const queue = createWriteQueue(sqliteWriter(opened.writer), { sharesCommits: false, driver });
  await Promise.all([queue.write(add("a")), queue.write(add("b"))]);
  expect(count(opened.statements, "COMMIT")).toBe(2);
  expect(opened.committed()).toEqual(["a", "b"]);
});

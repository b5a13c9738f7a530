import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { memoRow, rowsOf, saveRow, tempDatabase, tempFolder } from "../tests/temp-database.ts";
import { openSqliteConnection } from "../tests/engine.ts";
import { prepareWriter } from "./dialect/sqlite-connection.ts";
import { openDatabase } from "../tests/engine.ts";
import type { MigratedStep } from "./schema/migration.ts";
import { migrations } from "./schema/migrations/index.ts";
import { defineMeta, metaForm, type RevisionRecord, UnstorableError } from "@tidemark/core";

const key = defineMeta("key", metaForm.text);
const countKey = defineMeta("count", metaForm.count);

describe("opening a file", () => {
  test("refuses a newer schema and leaves the file unchanged", async () => {
    using folder = tempFolder();
    const file = folder.file("memos.db");
    await (await openDatabase({ file, role: "device" })).close();
    const connection = openSqliteConnection({ file, readonly: false });
    connection.exec("PRAGMA user_version = 99");
    connection.close();
    const before = readFileSync(file);

    await expect(openDatabase({ file, role: "device" })).rejects.toMatchObject({
      name: "OpenDatabaseError",
      type: "schema-too-new",
      file,
    });
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test("refuses a file that is not a database", async () => {
    using folder = tempFolder();
    const file = folder.file("notes.txt");
    writeFileSync(file, "Dear diary, this is not a database. ".repeat(50));
    await expect(openDatabase({ file, role: "device" })).rejects.toMatchObject({
      type: "not-a-database",
    });
  });

  test("refuses another program's database and leaves it unchanged", async () => {
    using folder = tempFolder();
    const file = folder.file("other.db");
    const connection = openSqliteConnection({ file, readonly: false });
    connection.exec("CREATE TABLE song (title TEXT)");
    connection.close();
    const before = readFileSync(file);

    await expect(openDatabase({ file, role: "device" })).rejects.toMatchObject({
      type: "not-a-database",
    });
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test("reports a missing folder, or a folder in place of the file, as unwritable", async () => {
    using folder = tempFolder();
    mkdirSync(folder.file("memos.db"));
    for (const file of [folder.file("missing/memos.db"), folder.file("memos.db")]) {
      await expect(openDatabase({ file, role: "device" })).rejects.toMatchObject({
        type: "unwritable",
      });
    }
  });

  test("distinguishes an unclean stop from a clean one", async () => {
    using folder = tempFolder();
    const file = folder.file("memos.db");
    const first = await openDatabase({ file, role: "device" });
    expect(first.wasClosedCleanly).toBe(true);
    // A second opener sees the same as if the first had been killed.
    const second = await openDatabase({ file, role: "device" });
    expect(second.wasClosedCleanly).toBe(false);
    expect(await second.quickCheck()).toEqual([]);
    await first.close();
    await second.close();
    const third = await openDatabase({ file, role: "device" });
    expect(third.wasClosedCleanly).toBe(true);
    await third.close();
  });

  test("F25 · refuses a damaged file after an unclean stop, names the newest copy and leaves the file unchanged", async () => {
    using folder = tempFolder();
    const file = folder.file("memos.db");
    const first = await openDatabase({ file, role: "device" });
    await first.database.write(async (stores) => {
      for (let n = 0; n < 300; n += 1) await saveRow(stores, memoRow(`m${n}`));
    });
    const copy = folder.file("unclean.db");
    // The state after a kill: the file as it is while it is open.
    await first.backupTo(copy);
    await first.close();
    const sound = await openDatabase({ file: copy, role: "device" });
    expect(sound.wasClosedCleanly).toBe(false);
    await sound.backupTo(file);
    await sound.close();

    const bytes = readFileSync(file);
    damageTable(file, bytes, "memo");
    writeFileSync(file, bytes);
    const refusal = { type: "damaged", message: expect.stringContaining("no copy of it is known") };
    await expect(openDatabase({ file, role: "device" })).rejects.toMatchObject(refusal);
    expect(readFileSync(file)).toEqual(bytes);

    writeFileSync(`${file}.before-v3`, "");
    await expect(openDatabase({ file, role: "device" })).rejects.toThrow(
      /is damaged \(.+\); the newest copy of it is .*memos\.db\.before-v3$/,
    );
  });

  test("F27a · damage that shows while it is open is named, and looked for at the next start", async () => {
    using folder = tempFolder();
    const file = folder.file("memos.db");
    const first = await openDatabase({ file, role: "device" });
    await first.database.write(async (stores) => {
      for (let n = 0; n < 300; n += 1) await saveRow(stores, memoRow(`m${n}`));
    });
    await first.close();

    const opened = await openDatabase({ file, role: "device" });
    const bytes = readFileSync(file);
    damageTable(file, bytes, "memo");
    writeFileSync(file, bytes);
    await expect(opened.database.read(({ memos }) => memos.find("m7"))).rejects.toMatchObject({
      name: "StorageError",
      fault: "damaged",
    });
    await opened.close();
    await expect(openDatabase({ file, role: "device" })).rejects.toMatchObject({ type: "damaged" });
  });

  test("syncs every commit on a server and not on a device", async () => {
    using folder = tempFolder();
    for (const [role, synchronous] of [
      ["server", 2],
      ["device", 1],
    ] as const) {
      const file = folder.file(`${role}.db`);
      const connection = openSqliteConnection({ file, readonly: false });
      prepareWriter(connection, role);
      expect(connection.all("PRAGMA synchronous")).toEqual([{ synchronous }]);
      expect(connection.all("PRAGMA journal_mode")).toEqual([{ journal_mode: "wal" }]);
      connection.close();
    }
  });
});

describe("migrating", () => {
  test("steps are numbered from 1 without gaps", () => {
    expect(migrations.map((step) => step.version)).toEqual(migrations.map((_, index) => index + 1));
  });

  test("migrates a database with memos from the first step to the newest, with a copy before", async () => {
    using folder = tempFolder();
    const file = folder.file("memos.db");
    await (
      await openDatabase({ file, role: "server", migrations: migrations.slice(0, 1) })
    ).close();
    const old = openSqliteConnection({ file, readonly: false });
    for (let n = 1; n <= 1200; n += 1) {
      old.run(
        `INSERT INTO memo (id, creator, created_ms, updated_ms, state, deleted, pinned, visibility,
          has_link, has_task_list, has_code, has_incomplete_tasks, has_location, seq, gen, title,
          snippet, tags, stamps, extra, content)
        VALUES (?, 'users/alice', ?, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, '', '', '[]', '{}', '{}', ?)`,
        [`m${n}`, n, n === 1100 ? "Straße nach Süden" : `Text ${n}`],
      );
    }
    old.close();

    const migrated: MigratedStep[] = [];
    const onMigrate = (step: MigratedStep): void => void migrated.push(step);
    const open = await openDatabase({ file, role: "server", onMigrate });
    const memo = await open.database.read((stores) => stores.memos.find("m1100"));
    expect(memo?.content).toBe("Straße nach Süden");
    await open.close();
    expect(migrated.map(({ version }) => version)).toEqual(
      migrations.slice(1).map(({ version }) => version),
    );

    expect(rowsOf(file, "PRAGMA user_version")).toEqual([{ user_version: migrations.length }]);
    expect(
      rowsOf(file, `SELECT rowid FROM memo_trigram WHERE memo_trigram MATCH '"sud" AND "den"'`),
    ).toEqual([{ rowid: 1100 }]);
    expect(rowsOf(file, "SELECT rowid FROM memo_word WHERE memo_word MATCH 'suden'")).toEqual([
      { rowid: 1100 },
    ]);
    const copy = `${file}.before-v2`;
    expect(rowsOf(copy, "SELECT count(*) AS memos FROM memo")).toEqual([{ memos: 1200 }]);
    expect(rowsOf(copy, "PRAGMA user_version")).toEqual([{ user_version: 1 }]);
  });

  test("a failing step leaves the database at the previous version, and can be retried", async () => {
    using folder = tempFolder();
    const file = folder.file("memos.db");
    const broken = {
      version: 2,
      name: "broken",
      up: (connection: { exec(sql: string): void }) => {
        connection.exec("CREATE TABLE half (a TEXT)");
        throw new Error("out of luck");
      },
    };
    await expect(
      openDatabase({ file, role: "device", migrations: [...migrations.slice(0, 1), broken] }),
    ).rejects.toThrow("out of luck");
    expect(rowsOf(file, "PRAGMA user_version")).toEqual([{ user_version: 1 }]);
    expect(rowsOf(file, "SELECT name FROM sqlite_schema WHERE name = 'half'")).toEqual([]);
    await (await openDatabase({ file, role: "device" })).close();
    expect(rowsOf(file, "PRAGMA user_version")).toEqual([{ user_version: migrations.length }]);
  });

  test("makes no copy of an empty database", async () => {
    await using open = await tempDatabase();
    expect(existsSync(`${open.file}.before-v1`)).toBe(false);
    expect(existsSync(`${open.file}.before-v2`)).toBe(false);
  });
});

describe("transactions", () => {
  test("a write that rejects changes no table and no index", async () => {
    await using open = await tempDatabase("server");
    await expect(
      open.database.write(async (stores) => {
        await saveRow(stores, memoRow("m1", { content: "#tag needle" }), new Uint8Array([1]));
        await stores.meta.nextSeq();
        await stores.feed.put({ scope: "pub", kind: "memo", entity: "m1", seq: 1, op: "up" });
        throw new Error("no");
      }),
    ).rejects.toThrow("no");

    const head = await open.database.read((stores) => stores.meta.headSeq());
    expect(head).toBe(0);
    for (const table of ["memo", "memo_tag", "memo_doc", "feed"]) {
      expect(rowsOf(open.file, `SELECT * FROM ${table}`)).toEqual([]);
    }
    for (const [index, term] of [
      ["memo_trigram", "nee"],
      ["memo_word", "needle"],
    ]) {
      const hits = `SELECT rowid FROM ${index} WHERE ${index} MATCH '${term}'`;
      expect(rowsOf(open.file, hits)).toEqual([]);
    }
  });

  test("a savepoint that rejects undoes only itself, even inside another", async () => {
    await using open = await tempDatabase();
    await open.database.write(async (stores) => {
      await saveRow(stores, memoRow("before"));
      await stores.savepoint(async () => {
        await saveRow(stores, memoRow("outer"));
        await expect(
          stores.savepoint(async () => {
            await saveRow(stores, memoRow("inner"));
            throw new Error("bad operation");
          }),
        ).rejects.toThrow("bad operation");
      });
      await saveRow(stores, memoRow("after"));
    });
    const ids = rowsOf<{ id: string }>(open.file, "SELECT id FROM memo ORDER BY pk");
    expect(ids.map((row) => row.id)).toEqual(["before", "outer", "after"]);
  });

  test("a savepoint reports a refused value, and the write continues", async () => {
    await using open = await tempDatabase();
    const of = { memo: "m1", author: "users/alice", device: "API" } as const;
    const revision: RevisionRecord = { ...of, id: "r1", reason: "edit", atMs: 1, content: "first" };
    await open.database.write(async ({ revisions, savepoint }) => {
      await revisions.add(revision);
      const noTime = { ...revision, id: "r3", atMs: Number.NaN };
      await expect(savepoint(() => revisions.add(noTime))).rejects.toThrow(UnstorableError);
      await expect(savepoint(() => revisions.add(revision))).rejects.not.toThrow(UnstorableError);
      await revisions.add({ ...revision, id: "r2" });
    });
    const kept = await open.database.read(({ revisions }) => revisions.listByMemo("m1", 9));
    expect(kept.map(({ id }) => id).toSorted()).toEqual(["r1", "r2"]);
  });

  test("writers queue: none sees or overwrites another's uncommitted work", async () => {
    await using open = await tempDatabase();
    await Promise.all(
      Array.from({ length: 25 }, () =>
        open.database.write(async (stores) => {
          const count = (await stores.meta.get(countKey)) ?? 0;
          await Promise.resolve();
          await stores.meta.set(countKey, count + 1);
        }),
      ),
    );
    expect(await open.database.read((stores) => stores.meta.get(countKey))).toBe(25);
  });

  test("a write inside another write is refused at once instead of hanging", async () => {
    await using open = await tempDatabase();
    const { database } = open;
    const nested = database.write(() => database.write((stores) => stores.meta.set(key, "inner")));
    await expect(nested).rejects.toThrow("inside another write");
    await database.write((stores) => stores.meta.set(key, "next"));
    expect(await database.read((stores) => stores.meta.get(key))).toBe("next");
  });

  test("a read keeps one view while a write commits, and the next read sees it", async () => {
    await using open = await tempDatabase();
    const { database } = open;
    await database.write((stores) => stores.meta.set(key, "old"));
    const seen: (string | null)[] = [];
    await database.read(async (stores) => {
      seen.push(await stores.meta.get(key));
      await database.write((writing) => writing.meta.set(key, "new"));
      seen.push(await stores.meta.get(key));
      seen.push(await database.read((later) => later.meta.get(key)));
    });
    expect(seen).toEqual(["old", "old", "new"]);
  });

  test("more concurrent reads than connections all resolve", async () => {
    await using open = await tempDatabase();
    await open.database.write((stores) => stores.meta.set(key, "value"));
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => open.database.read((stores) => stores.meta.get(key))),
    );
    expect(new Set(answers)).toEqual(new Set(["value"]));
  });

  test("a closed database refuses work and can be closed again", async () => {
    await using open = await tempDatabase();
    const pending = open.database.write((stores) => stores.meta.set(key, "last"));
    await open.close();
    await pending;
    await open.close();
    await expect(open.database.read((stores) => stores.meta.get(key))).rejects.toThrow("closed");
    expect(rowsOf(open.file, "SELECT value FROM meta WHERE key = 'key'")).toEqual([
      { value: "last" },
    ]);
  });
});

describe("backup and erasure", () => {
  test("a backup has every commit before it and replaces an older one", async () => {
    await using open = await tempDatabase();
    using folder = tempFolder();
    const target = folder.file("copy.db");
    for (const id of ["m1", "m2"]) {
      await open.database.write((stores) => saveRow(stores, memoRow(id)));
      await open.backupTo(target);
    }
    await using copy = await openDatabase({ file: target, role: "device" });
    expect(await copy.quickCheck()).toEqual([]);
    const memos = await copy.database.read((stores) => stores.memos.findMany(["m1", "m2"]));
    expect(memos).toHaveLength(2);
    expect(existsSync(`${target}.partial`)).toBe(false);
  });

  test("erasing leaves no byte of a removed memo in the file or its log", async () => {
    await using open = await tempDatabase("server");
    await open.database.write(async (stores) => {
      for (let n = 0; n < 50; n += 1) {
        await saveRow(stores, memoRow(`m${n}`, { content: `ordinary words ${n}` }));
      }
    });
    const secret = "xylophone";
    await open.database.write((stores) =>
      saveRow(stores, memoRow("secret", { content: `#${secret} ${secret}` })),
    );
    await open.database.write((stores) => stores.memos.remove("secret"));
    const bytesOnDisk = (): string =>
      [open.file, `${open.file}-wal`]
        .filter((file) => existsSync(file))
        .map((file) => readFileSync(file, "latin1"))
        .join("");
    expect(bytesOnDisk()).toContain(secret);
    await open.eraseDeletedText();

    expect(bytesOnDisk()).toContain("ordinary");
    expect(bytesOnDisk()).not.toContain(secret);
    // The text indexes contain its trigrams and, without a common prefix, its words.
    expect(bytesOnDisk()).not.toContain("xyl");
    expect(bytesOnDisk()).not.toContain("ylophone");
    const hits = rowsOf(open.file, "SELECT rowid FROM memo_word WHERE memo_word MATCH 'ordinary'");
    expect(hits).toHaveLength(50);
  });
});

/** Overwrites the head of every page with rows of a table. */
function damageTable(file: string, bytes: Uint8Array, table: string): void {
  const pageSize = 4096;
  const pages = rowsOf<{ pageno: number }>(
    file,
    `SELECT pageno FROM dbstat WHERE name = '${table}' AND pagetype = 'leaf'`,
  );
  for (const { pageno } of pages)
    bytes.fill(0xff, (pageno - 1) * pageSize, (pageno - 1) * pageSize + 64);
}

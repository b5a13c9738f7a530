import { FilterTimeoutError } from "@tidemark/core";
import { describe, expect, test } from "vitest";
import { inTransaction } from "../transaction.ts";
import { loadSqlite } from "./load-sqlite.ts";
import { wasmDriver } from "./wasm-driver.ts";

const driver = wasmDriver(await loadSqlite());

function opened() {
  const connection = driver.open({ file: ":memory:", readonly: false });
  connection.exec("CREATE TABLE word (n INTEGER PRIMARY KEY, text TEXT UNIQUE, bytes BLOB) STRICT");
  return Object.assign(connection, { [Symbol.dispose]: () => connection.close() });
}
const add = "INSERT INTO word (text, bytes) VALUES (?, ?)";

describe("a connection to SQLite as WebAssembly", () => {
  test("returns stored values by column", () => {
    using connection = opened();
    connection.run(add, ["é\u{1f600}", Uint8Array.of(0, 255)]);
    connection.run(add, [null, null]);
    const rows = connection.all("SELECT *, 9007199254740993 AS big, n / 2.0 AS half FROM word");
    expect(rows).toEqual([
      { n: 1, text: "é\u{1f600}", bytes: Uint8Array.of(0, 255), big: 9007199254740993n, half: 0.5 },
      { n: 2, text: null, bytes: null, big: 9007199254740993n, half: 1 },
    ]);
  });

  test("returns columns that were added to a table meanwhile", () => {
    using connection = opened();
    connection.run(add, ["a", null]);
    expect(connection.all("SELECT * FROM word")).toEqual([{ n: 1, text: "a", bytes: null }]);
    connection.exec("ALTER TABLE word ADD COLUMN late TEXT");
    expect(connection.all("SELECT * FROM word")).toEqual([
      { n: 1, text: "a", bytes: null, late: null },
    ]);
  });

  test("throws errors with SQLite's code and message", () => {
    using connection = opened();
    connection.run(add, ["a", null]);
    expect(() => connection.run(add, ["a", null])).toThrow(
      expect.objectContaining({
        code: "SQLITE_CONSTRAINT_UNIQUE",
        message: "UNIQUE constraint failed: word.text",
      }),
    );
    connection.run(add, ["b", null]);
  });

  test("throws the error of a user function once", () => {
    using connection = opened();
    const late = new FilterTimeoutError();
    connection.limitSteps({ ms: -1, reached: () => late });
    expect(() => connection.all("SELECT tidemark_step(1)")).toThrow(late);
    connection.limitSteps(null);
    expect(connection.all("SELECT tidemark_step(1) AS n")).toEqual([{ n: 1 }]);
    expect(() => connection.all("SELECT nowhere()")).toThrow(
      expect.objectContaining({ code: "SQLITE_ERROR" }),
    );
  });

  test("refuses to run a statement that is being read, and runs it again afterwards", () => {
    using connection = opened();
    for (const text of ["a", "b"]) connection.run(add, [text, null]);
    const query = "SELECT text FROM word ORDER BY n";
    for (const row of connection.each(query)) {
      expect(row).toEqual({ text: "a" });
      expect(() => connection.all(query)).toThrow("busy");
      break;
    }
    expect(connection.all(query)).toHaveLength(2);
  });

  test("evicts cached statements, even one that is being read", () => {
    using connection = opened();
    for (const text of ["a", "b"]) connection.run(add, [text, null]);
    const seen: unknown[] = [];
    for (const row of connection.each("SELECT text FROM word ORDER BY n")) {
      for (let n = 0; n < 300; n += 1) connection.all(`SELECT ${n}`);
      seen.push(row);
    }
    expect(seen).toEqual([{ text: "a" }, { text: "b" }]);
  });

  test("knows if a transaction is open, and rolls it back", async () => {
    using connection = opened();
    const failing = inTransaction(connection, "BEGIN IMMEDIATE", async () => {
      connection.run(add, ["a", null]);
      expect(connection.isInTransaction()).toBe(true);
      throw new Error("changed its mind");
    });
    await expect(failing).rejects.toThrow("changed its mind");
    expect(connection.isInTransaction()).toBe(false);
    expect(connection.all("SELECT * FROM word")).toEqual([]);
  });
});

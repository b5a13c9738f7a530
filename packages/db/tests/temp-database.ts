import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deriveMemo } from "@tidemark/core/markdown";
import type { WriteStores } from "@tidemark/core";
import type { MemoRecord, MemoRow } from "@tidemark/core/model";
import { type TempDatabase, withAllStores } from "./all-stores.ts";
import type { DatabaseRole } from "../src/index.ts";
import { openDatabase, openSqliteConnection } from "./engine.ts";
import { postgres } from "./postgres.ts";

/** A folder of its own, removed when disposed. */
export function tempFolder(): Disposable & { readonly path: string; file(name: string): string } {
  const path = mkdtempSync(join(tmpdir(), "tidemark-db-"));
  return {
    path,
    file: (name) => join(path, name),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

/**
 * An open database on a real file, closed and removed when disposed; where servers are tested over
 * PostgreSQL, one there, unless it is to be a device's.
 */
export async function tempDatabase(role?: DatabaseRole): Promise<TempDatabase> {
  if (postgres !== null && role !== "device") return postgres.tempPostgresDatabase();
  return tempFileDatabase(role ?? "device");
}

async function tempFileDatabase(role: DatabaseRole): Promise<TempDatabase> {
  const folder = tempFolder();
  const file = folder.file("memos.db");
  const open = withAllStores(await openDatabase({ file, role }));
  return {
    ...open,
    file,
    [Symbol.asyncDispose]: async () => {
      await open.close();
      folder[Symbol.dispose]();
    },
  };
}

export const baseMs = 1_700_000_000_000;

/** A plain private memo of alice; `changes` says what is different about it. */
export function memoRow(id: string, changes: Partial<MemoRow> = {}): MemoRow {
  return {
    id,
    creator: "users/alice",
    parent: null,
    content: `Text of ${id}`,
    gen: 1,
    stamps: { "*": "018bcfe56800-0000-a" },
    seq: 0,
    extra: {},
    state: "NORMAL",
    visibility: "PRIVATE",
    pinned: false,
    space: null,
    deletedMs: null,
    location: null,
    createdMs: baseMs,
    updatedMs: baseMs,
    ...changes,
  };
}

export async function saveRow(
  stores: WriteStores,
  row: MemoRow,
  state: Uint8Array | null = null,
): Promise<MemoRecord> {
  return stores.memos.save(
    { row, text: { gen: row.gen, state }, elements: [] },
    deriveMemo(row.content),
  );
}

/** Rows straight from a database of either kind, past every store. */
export async function storedRows<Row>(open: TempDatabase, sql: string): Promise<Row[]> {
  if (postgres === null || open.url === undefined) return rowsOf(open.file, sql);
  return postgres.postgresRows(open.url, sql);
}

/** Rows straight from the file, past every store. */
export function rowsOf<Row>(file: string, sql: string): Row[] {
  const connection = openSqliteConnection({ file, readonly: true });
  try {
    return connection.all<Row>(sql);
  } finally {
    connection.close();
  }
}

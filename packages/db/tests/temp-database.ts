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

/** Creates a folder, removed when disposed. */
export function tempFolder(): Disposable & { readonly path: string; file(name: string): string } {
  const path = mkdtempSync(join(tmpdir(), "tidemark-db-"));
  return {
    path,
    file: (name) => join(path, name),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

/**
 * Opens a database in a real file, closed and removed when disposed. In runs over PostgreSQL it is one there,
 * except for a device.
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

/** Returns a plain private memo of alice with `changes`. */
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

/** Reads rows directly from a database of either kind, without the stores. */
export async function storedRows<Row>(open: TempDatabase, sql: string): Promise<Row[]> {
  if (postgres === null || open.url === undefined) return rowsOf(open.file, sql);
  return postgres.postgresRows(open.url, sql);
}

/** Reads rows directly from the file, without the stores. */
export function rowsOf<Row>(file: string, sql: string): Row[] {
  const connection = openSqliteConnection({ file, readonly: true });
  try {
    return connection.all<Row>(sql);
  } finally {
    connection.close();
  }
}

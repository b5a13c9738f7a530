import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { openForeignDatabase } from "@tidemark/db/node";
import { findEntry, type SourceTree } from "../archive/source-tree.ts";
import { isOfSqlite } from "../memos-db/memos-tables.ts";
import type { SourceDatabase } from "../model.ts";
import { makeTempDir } from "./temp-dir.ts";

/** Copies a database with its log to a temporary folder, where it doesn't change; null if it isn't one. */
export async function copyDatabase(
  tree: SourceTree,
  path: string,
  tempParent: string | null,
): Promise<SourceDatabase | null> {
  await using held = new AsyncDisposableStack();
  const { dir: room } = held.use(await makeTempDir(tempParent));
  const file = join(room, "memos.db");
  await pipeline(Readable.from(tree.open(path)), createWriteStream(file));
  // The newest memos may be only in the log.
  const log = await findEntry(tree, `${path}-wal`);
  if (log !== null) {
    await pipeline(Readable.from(tree.open(log.path)), createWriteStream(`${file}-wal`));
  }
  try {
    const database = held.use(openForeignDatabase(file));
    const moved = held.move();
    return { database, [Symbol.asyncDispose]: () => moved.disposeAsync() };
  } catch (error) {
    if (isOfSqlite(error)) return null;
    throw error;
  }
}

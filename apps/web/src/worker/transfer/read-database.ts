import type { ForeignDatabase } from "@tidemark/db";
import {
  findEntry,
  isOfSqlite,
  readBytes,
  type SourceDatabase,
  SourceRefused,
  type SourceTree,
} from "@tidemark/transfer";

/** Maximum size of a database in bytes: it is held in memory twice. */
const maxBytes = 256 * 1024 * 1024;

/** Opens the bytes of a database and of its log. Throws SQLite's error if it isn't one. */
export type OpenForeign = (given: {
  readonly database: Uint8Array;
  readonly log: Uint8Array | null;
}) => ForeignDatabase;

/** Parts of the browser that imports and exports use. */
export interface TransferMachine {
  /** Lets calls of pages be answered. */
  readonly pause: () => Promise<void>;
  readonly openForeign: OpenForeign;
}

/** Reads a database of a tree into memory, with its log. Returns null if it isn't one. */
export async function readDatabase(
  tree: SourceTree,
  path: string,
  openForeign: OpenForeign,
): Promise<SourceDatabase | null> {
  const log = await findEntry(tree, `${path}-wal`);
  const entry = await findEntry(tree, path);
  if ((entry?.sizeBytes ?? 0) + (log?.sizeBytes ?? 0) > maxBytes) {
    const words = "it is larger than 256 MB; import it with the desktop app";
    throw new SourceRefused("too-large", words, { path });
  }
  const bytes = {
    database: await readBytes(tree, path, maxBytes),
    log: log === null ? null : await readBytes(tree, log.path, maxBytes),
  };
  try {
    const database = openForeign(bytes);
    return { database, [Symbol.asyncDispose]: async () => database[Symbol.dispose]() };
  } catch (error) {
    if (isOfSqlite(error)) return null;
    throw error;
  }
}

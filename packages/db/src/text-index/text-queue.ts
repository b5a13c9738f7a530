import type { SqlConnection } from "../sql/connection.ts";
import { haveSameTrigrams, trigramText } from "../filter/index.ts";
import { storedTextIndexes } from "./kept-indexes.ts";
import { deferTexts, indexLate, readLateAfter } from "./late-texts.ts";
import type { TextIndexName } from "./index-digest.ts";
import type { TextWriter } from "./text-writer.ts";

/**
 * Queue of index updates for rows that the open transaction has written. FTS5 writes a segment at every
 * savepoint; queued rows go into one segment for all writes that share a commit. Follows the transaction of
 * its connection: `inTransaction` and `inSavepoint` call the methods below. ADR 0016.
 */
export interface TextQueue extends TextWriter {
  /** Queues a text. The indexes of SQLite don't need its place. */
  put(
    pk: number,
    content: string | null,
    options: Omit<Parameters<TextWriter["put"]>[2], "place" | "formerPlace">,
  ): void;
  /** Writes queued rows: before a commit, and before this transaction queries an index. */
  flush(): void;
  /** Called after a commit or rollback. */
  clear(): void;
  /** Called when a savepoint begins; savepoints nest. */
  mark(): void;
  /** Called when the newest savepoint is released. */
  release(): void;
  /** Called when the newest savepoint is rolled back; undoes the changes to the queue since it began. */
  undo(): void;
}

interface Waiting {
  readonly content: string | null;
  readonly isIndexed: boolean;
  /** Text of the row in the indexes, if known. */
  readonly indexed: string | null;
}

/**
 * Number of queued characters that triggers a flush. FTS5 itself buffers about a megabyte per segment, so a
 * longer queue gains nothing.
 */
const maxCharacters = 500_000;

export function createTextQueue(connection: Pick<SqlConnection, "run" | "all">): TextQueue {
  const { run } = connection;
  let names: ReadonlySet<TextIndexName> | null = null;
  const waiting = new Map<number, Waiting>();
  let characters = 0;
  /** Entries of `waiting` before each change since the outermost savepoint. */
  const changes: { readonly pk: number; readonly before: Waiting | undefined }[] = [];
  const savepoints: number[] = [];

  const set = (pk: number, next: Waiting | undefined): void => {
    const before = waiting.get(pk);
    if (savepoints.length > 0) changes.push({ pk, before });
    characters += (next?.content?.length ?? 0) - (before?.content?.length ?? 0);
    if (next === undefined) waiting.delete(pk);
    else waiting.set(pk, next);
  };

  const indexes = (): ReadonlySet<TextIndexName> =>
    (names ??= new Set(storedTextIndexes(connection)));

  const flush = (): void => {
    if (waiting.size === 0) return;
    const hasWords = indexes().has("memo_word");
    const lateAfter = readLateAfter(connection);
    // In order of rows: FTS5 begins a new segment whenever a row isn't above the last one.
    const rows = [...waiting].toSorted(([a], [b]) => a - b);
    for (const [pk, { content, isIndexed, indexed }] of rows) {
      if (pk > lateAfter) continue;
      // The index stores which trigrams a text has, but not where or how often.
      const isSame = indexed !== null && content !== null && haveSameTrigrams(indexed, content);
      if (isIndexed) {
        if (!isSame) run("DELETE FROM memo_trigram WHERE rowid = ?", [pk]);
        if (hasWords) run("DELETE FROM memo_word WHERE rowid = ?", [pk]);
      }
      if (content !== null) {
        if (!isSame)
          run("INSERT INTO memo_trigram (rowid, text) VALUES (?, ?)", [pk, trigramText(content)]);
        if (hasWords) run("INSERT INTO memo_word (rowid, text) VALUES (?, ?)", [pk, content]);
      }
    }
    for (const [pk] of rows) set(pk, undefined);
  };

  return {
    put: (pk, content, { isIndexed, former }) => {
      if (content === former) return;
      const before = waiting.get(pk) ?? { isIndexed, indexed: former ?? null };
      set(pk, { content, isIndexed: before.isIndexed, indexed: before.indexed });
      if (characters > maxCharacters) flush();
    },
    renameCreator: () => {},
    defer: () => {
      flush();
      deferTexts(connection);
    },
    indexLate: (characters) => {
      flush();
      return indexLate(connection, { names: indexes(), characters });
    },
    flush,
    clear: () => {
      waiting.clear();
      characters = 0;
      changes.length = 0;
      savepoints.length = 0;
    },
    mark: () => {
      savepoints.push(changes.length);
    },
    release: () => {
      savepoints.pop();
      if (savepoints.length === 0) changes.length = 0;
    },
    undo: () => {
      const begin = savepoints.pop() ?? 0;
      for (const { pk, before } of changes.splice(begin).toReversed()) {
        characters += (before?.content?.length ?? 0) - (waiting.get(pk)?.content?.length ?? 0);
        if (before === undefined) waiting.delete(pk);
        else waiting.set(pk, before);
      }
    },
  };
}

import type { SqlConnection } from "../sql/connection.ts";
import { haveSameTrigrams, trigramText } from "../filter/index.ts";
import { keptTextIndexes } from "./kept-indexes.ts";
import { deferTexts, indexLate, readLateAfter } from "./late-texts.ts";
import type { TextIndexName } from "./index-digest.ts";
import type { TextWriter } from "./text-writer.ts";

/**
 * What the text indexes still owe the rows that the open transaction has written. FTS5 writes a
 * segment at every savepoint; rows that wait here go into one for all writes that share a commit.
 * Follows the transaction of its connection: `inTransaction` and `inSavepoint` tell it. ADR 0016.
 */
export interface TextQueue extends TextWriter {
  /** Where a text is searched is asked of its memo. */
  put(
    pk: number,
    content: string | null,
    options: Omit<Parameters<TextWriter["put"]>[2], "place" | "formerPlace">,
  ): void;
  /** Writes what waits: before a commit, and before a query of this transaction asks an index. */
  flush(): void;
  /** The transaction was committed or rolled back. */
  clear(): void;
  /** A savepoint begins; savepoints nest. */
  mark(): void;
  /** The newest savepoint has become part of what is around it. */
  release(): void;
  /** The newest savepoint was undone, and with it what was flushed since. */
  undo(): void;
}

interface Waiting {
  readonly content: string | null;
  readonly isIndexed: boolean;
  /** What the indexes hold of the row, where that is known. */
  readonly indexed: string | null;
}

/** FTS5 itself gathers about a megabyte before it writes a segment: to wait for more gains nothing. */
const maxCharacters = 500_000;

export function createTextQueue(connection: Pick<SqlConnection, "run" | "all">): TextQueue {
  const { run } = connection;
  let names: ReadonlySet<TextIndexName> | null = null;
  const waiting = new Map<number, Waiting>();
  let characters = 0;
  /** What `waiting` held before each change since the outermost savepoint. */
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
    (names ??= new Set(keptTextIndexes(connection)));

  const flush = (): void => {
    if (waiting.size === 0) return;
    const hasWords = indexes().has("memo_word");
    const lateAfter = readLateAfter(connection);
    // In order of rows: FTS5 begins a new segment whenever the next row is not above the last one.
    const rows = [...waiting].toSorted(([a], [b]) => a - b);
    for (const [pk, { content, isIndexed, indexed }] of rows) {
      if (pk > lateAfter) continue;
      // It knows which trigrams a text has, and neither where nor how often.
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

import type { ExportedField } from "@tidemark/core/merge";
import type { MemoFields } from "@tidemark/core/model";
import type { ForeignDatabase } from "@tidemark/db";
import type { SourceTree } from "./archive/source-tree.ts";
import type { OpenScratch } from "./bytes/scratch.ts";

/**
 * Part of a text: literal, or the address of another memo or of one of the memo's files. `otherwise` is the
 * address to write if the target isn't imported.
 */
export type TextPart =
  | string
  | { readonly to: "memo" | "file"; readonly key: string; readonly otherwise: string };

/** File of a memo. */
export interface ImportFile {
  /** Unique within the memo. */
  readonly key: string;
  readonly filename: string;
  /** Media type; "" if it must be detected. */
  readonly type: string;
  /** Size in bytes; null if unknown before reading. */
  readonly sizeBytes: number | null;
  /** Preferred id, used if it is free; absent for any id. */
  readonly wantedId?: string;
  /** URL of a file that is only a link. */
  readonly externalLink?: string;
  open(): AsyncIterable<Uint8Array>;
}

/** Fields of a memo that any source may have, except its times. */
export type ImportedFields = Pick<MemoFields, Exclude<ExportedField, "createdMs" | "updatedMs">>;

/** Returns these fields of a memo, in the order in which `digestOf` hashes them. */
export function importedFields(memo: ImportedFields): ImportedFields {
  const { pinned, state, visibility, location } = memo;
  return { pinned, state, visibility, location };
}

/** Memo of any source, before it is imported. */
export interface ImportMemo extends ImportedFields {
  readonly type: "memo";
  /** Key of the memo, which is the same every time the source is read. */
  readonly key: string;
  /** Preferred id, used if it is free; null for any id. */
  readonly wantedId: string | null;
  readonly text: readonly TextPart[];
  readonly createdMs: number | null;
  readonly updatedMs: number | null;
  /** Set if the times are those of a file. Copying may change them, so the digest ignores them. */
  readonly hasFileTimes: boolean;
  /** Tags that the source stores outside the text. */
  readonly tags: readonly string[];
  /** Folders or notebooks of the memo in the source, outermost first, joined by `/`; "" if it has none. */
  readonly folder: string;
  /** Parent memo of the same source, which precedes its comments. */
  readonly parentKey: string | null;
  /** Referenced memos of the same source, besides those linked in the text. */
  readonly references: readonly string[];
  /** Reactions of the memo's author. */
  readonly reactions: readonly string[];
  readonly files: readonly ImportFile[];
  /** Location in the source, for people. */
  readonly from: string;
}

/** Problem of an import. `code` is for programs, `words` are for people. */
export interface ImportNote {
  readonly type: "problem" | "skipped";
  readonly path: string;
  readonly code: string;
  readonly words: string;
}

export type ImportItem = ImportMemo | ImportNote;

/** Source of an import: its identity across imports, and its items. */
export interface ImportSource extends AsyncDisposable {
  /** Format under which its memos are remembered. */
  readonly format: string;
  /** Format that read it, if several formats share `format`. */
  readonly kind?: string;
  /** Id that distinguishes it from other sources of the format. */
  readonly id: string;
  /** Description for people: `the Obsidian vault "Notes"`. */
  readonly label: string;
  /**
   * Yields the items, comments after their parents. Can be called repeatedly. Throws once `signal` is
   * aborted, even while reading ahead for the next item.
   */
  items(signal?: AbortSignal): AsyncIterable<ImportItem>;
}

/** SQLite database of a tree. */
export interface SourceDatabase extends AsyncDisposable {
  readonly database: ForeignDatabase;
}

/** Services of the host for reading sources. */
export interface SourceHost {
  readonly openScratch: OpenScratch;
  /**
   * Opens a SQLite database of a tree, with its log. Returns null if it isn't one. Throws `SourceRefused` if
   * it can't be read.
   */
  openDatabase(tree: SourceTree, path: string): Promise<SourceDatabase | null>;
}

/** User's choices for a source, and the host's services. */
export interface SourceChoices extends SourceHost {
  /** User to import, if the source contains several. */
  readonly user: string | null;
  /** Aborts opening and reading files of the source, with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Format in which programs store notes. */
export interface SourceFormat {
  readonly name: string;
  /**
   * Returns true if a tree has this format; the first matching format wins. Throws `SourceRefused` if the
   * decisive file can't be read; another format may still match.
   */
  detect(tree: SourceTree, choices: SourceChoices): boolean | Promise<boolean>;
  /** Reads the tree. Throws `SourceRefused` if it can't be read at all. */
  read(tree: SourceTree, choices: SourceChoices): ImportSource | Promise<ImportSource>;
}

/** Returns a memo with defaults for the fields that aren't given. */
export function plainMemo(
  memo: Pick<ImportMemo, "key" | "text" | "from"> & Partial<ImportMemo>,
): ImportMemo {
  return {
    type: "memo",
    wantedId: null,
    createdMs: null,
    updatedMs: null,
    hasFileTimes: false,
    pinned: false,
    state: "NORMAL",
    visibility: "PRIVATE",
    location: null,
    tags: [],
    folder: "",
    parentKey: null,
    references: [],
    reactions: [],
    files: [],
    ...memo,
  };
}

export function problem(path: string, code: string, words: string): ImportNote {
  return { type: "problem", path, code, words };
}

export function skipped(path: string, code: string, words: string): ImportNote {
  return { type: "skipped", path, code, words };
}

import type { ExportedField } from "@tidemark/core/merge";
import type { MemoFields } from "@tidemark/core/model";
import type { SourceTree } from "./archive/source-tree.ts";

/**
 * A part of a text: as it is, or the address of another memo or of one of the memo's own files.
 * `otherwise` stands there where what it leads to is not imported.
 */
export type TextPart =
  | string
  | { readonly to: "memo" | "file"; readonly key: string; readonly otherwise: string };

/** A file of a memo. */
export interface ImportFile {
  /** Unique within the memo. */
  readonly key: string;
  readonly filename: string;
  /** "": to be found out. */
  readonly type: string;
  /** null: not known before it is read. */
  readonly sizeBytes: number | null;
  /** The id that it shall have here, when nothing has it; absent: any. */
  readonly wantedId?: string;
  /** Where it is, when it is a link and has no bytes of its own. */
  readonly externalLink?: string;
  open(): AsyncIterable<Uint8Array>;
}

/** The fields of a memo that any source may have, its times aside. */
export type ImportedFields = Pick<MemoFields, Exclude<ExportedField, "createdMs" | "updatedMs">>;

/** Returns these fields of a memo, in the order in which `digestOf` hashes them. */
export function importedFields(memo: ImportedFields): ImportedFields {
  const { pinned, state, visibility, location } = memo;
  return { pinned, state, visibility, location };
}

/** A memo as any source has it, before it is anybody's. */
export interface ImportMemo extends ImportedFields {
  readonly type: "memo";
  /** The same source gives the same memo the same key again. */
  readonly key: string;
  /** The id that it shall have here, when nothing has it; null: any. */
  readonly wantedId: string | null;
  readonly text: readonly TextPart[];
  readonly createdMs: number | null;
  readonly updatedMs: number | null;
  /** Its times are those of its file, which every copy may change: they say nothing of the memo. */
  readonly hasFileTimes: boolean;
  /** Tags that the source keeps beside the text. */
  readonly tags: readonly string[];
  /** The memo that it comments on, of the same source, which comes before it. */
  readonly parentKey: string | null;
  /** Memos of the same source that it refers to beside those that its text links to. */
  readonly references: readonly string[];
  /** What its own author reacted with. */
  readonly reactions: readonly string[];
  readonly files: readonly ImportFile[];
  /** Where it is in the source, for people. */
  readonly from: string;
}

/** What could not be read, or not as it was meant. `code` is for programs, `words` are for people. */
export interface ImportNote {
  readonly type: "problem" | "skipped";
  readonly path: string;
  readonly code: string;
  readonly words: string;
}

export type ImportItem = ImportMemo | ImportNote;

/** What a source is known by from one import to the next, and what is in it. */
export interface ImportSource extends AsyncDisposable {
  /** The way in which it is written. */
  readonly format: string;
  /** The format that read it, where others are known by the same. */
  readonly kind?: string;
  /** What sets it apart from another source of the format. */
  readonly id: string;
  /** What it is, for people: `the Obsidian vault "Notes"`. */
  readonly label: string;
  /**
   * One at a time, comments after what they are on. It may be asked for again. Throws once `signal` is
   * aborted, also where much is read before the next item.
   */
  items(signal?: AbortSignal): AsyncIterable<ImportItem>;
}

/** What a person says of a source beside where it is. */
export interface SourceChoices {
  /** Whose memos, where a source holds several people's. */
  readonly user: string | null;
  /** Where what is unpacked may be put meanwhile; null: wherever the system keeps such things. */
  readonly tempParent?: string | null;
  /** Ends opening, and reading any file of the source, with its reason. */
  readonly signal?: AbortSignal;
}

/** A way in which programs write notes. */
export interface SourceFormat {
  readonly name: string;
  /**
   * Whether a tree is of this format. Of several that say so the first counts. Throws `SourceRefused`
   * where it cannot be read what would say so: another format may.
   */
  detect(tree: SourceTree, choices: SourceChoices): boolean | Promise<boolean>;
  /** Throws `SourceRefused` for what cannot be read at all. */
  read(tree: SourceTree, choices: SourceChoices): ImportSource | Promise<ImportSource>;
}

/** A memo of which only what is not usual is said. */
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

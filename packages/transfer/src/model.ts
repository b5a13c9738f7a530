import type { MemoLocation, MemoState, Visibility } from "@tidemark/core/model";
import type { SourceTree } from "./archive/source-tree.ts";

/** A part of a text: as it is, or the address of another memo or of a file of the same import. */
export type TextPart = string | { readonly to: "memo" | "file"; readonly key: string };

/** A file of a memo. */
export interface ImportFile {
  /** Unique within the memo. */
  readonly key: string;
  readonly filename: string;
  /** "": to be found out. */
  readonly type: string;
  /** null: not known before it is read. */
  readonly sizeBytes: number | null;
  open(): AsyncIterable<Uint8Array>;
}

/** A memo as any source has it, before it is anybody's. */
export interface ImportMemo {
  readonly type: "memo";
  /** The same source gives the same memo the same key again. */
  readonly key: string;
  readonly text: readonly TextPart[];
  readonly createdMs: number | null;
  readonly updatedMs: number | null;
  readonly pinned: boolean;
  readonly state: MemoState;
  readonly visibility: Visibility;
  readonly location: MemoLocation | null;
  /** Tags that the source keeps beside the text. */
  readonly tags: readonly string[];
  /** The memo that it comments on, of the same source. */
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
export interface ImportSource {
  /** The format, and what sets one source of it apart from another. */
  readonly id: string;
  /** One at a time, each at most once. */
  items(): AsyncIterable<ImportItem>;
}

/** A way in which programs write notes. */
export interface SourceFormat {
  readonly name: string;
  /** Whether a tree is of this format. Of several that say so the first counts. */
  detect(tree: SourceTree): boolean | Promise<boolean>;
  read(tree: SourceTree): ImportSource;
}

export function plainMemo(memo: Pick<ImportMemo, "key" | "text" | "from"> & Partial<ImportMemo>): ImportMemo {
  return {
    type: "memo",
    createdMs: null,
    updatedMs: null,
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

import { z } from "zod";
import type { AppError } from "../../error/errors.ts";
import type { Result } from "../../error/result.ts";
import type { MemoState } from "../../model/memo.ts";
import { type Shelf, shelves } from "../../model/shelf.ts";
import type { AttachmentView } from "./attachment-view.ts";

/** Categories of the library. */
export const libraryKinds = [...shelves, "unused"] as const;
export type LibraryKind = (typeof libraryKinds)[number];

export const libraryListSchema = z.object({
  kind: z.enum(libraryKinds),
  order: z.enum(["time", "size"]).default("time"),
  /** Part of the filename; blank for all. */
  name: z.string().max(200).default(""),
  pageSize: z.int().min(1).max(200).default(100),
  cursor: z.string().max(10_000).nullish(),
});
export type LibraryQuery = z.infer<typeof libraryListSchema>;

/** File of the library, and the memo that it is on. */
export interface LibraryFile extends AttachmentView {
  readonly createdMs: number;
  /** `null` if it is on none, or on one that isn't on this device. */
  readonly memo: {
    readonly id: string;
    readonly line: string;
    readonly tags: readonly string[];
    readonly state: MemoState;
    readonly isTrashed: boolean;
  } | null;
}

export interface LibraryPage {
  readonly files: readonly LibraryFile[];
  /** `null` on the last page. Other pages may be shorter than requested, or empty. */
  readonly nextCursor: string | null;
}

export interface LibrarySize {
  readonly count: number;
  readonly bytes: number;
}

/** Number and size of the files of each kind. */
export interface LibrarySizes extends Readonly<Record<Shelf, LibrarySize>> {
  /** Counted up to a bound. */
  readonly unused: LibrarySize & { readonly isMore: boolean };
  /** Bytes of files on this device; `null` without a server, where all files are local. */
  readonly hereBytes: number | null;
}

/** Files of the user that nothing uses. */
export interface UnusedFileIds {
  readonly ids: readonly string[];
  readonly bytes: number;
  readonly isMore: boolean;
}

/** The user's files, across all memos. */
export interface AppLibrary {
  list(query: LibraryQuery): Promise<Result<LibraryPage, AppError>>;
  sizes(): Promise<LibrarySizes>;
  unused(): Promise<UnusedFileIds>;
  /** Deletes files for good if they are still unused. Returns the number deleted. */
  removeUnused(ids: readonly string[]): Promise<Result<number, AppError>>;
}

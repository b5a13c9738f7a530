import { z } from "zod";
import type { AppError } from "../../error/errors.ts";
import type { Result } from "../../error/result.ts";
import type { MemoState } from "../../model/memo.ts";
import { type Shelf, shelves } from "../../model/shelf.ts";
import type { AttachmentView } from "./attachment-view.ts";

/** What the library keeps apart. */
export const libraryKinds = [...shelves, "unused"] as const;
export type LibraryKind = (typeof libraryKinds)[number];

export const libraryListSchema = z.object({
  kind: z.enum(libraryKinds),
  order: z.enum(["time", "size"]).default("time"),
  /** Part of the names; blank for all. */
  name: z.string().max(200).default(""),
  pageSize: z.int().min(1).max(200).default(100),
  cursor: z.string().max(10_000).nullish(),
});
export type LibraryQuery = z.infer<typeof libraryListSchema>;

/** A file of the library, and the memo that it is on. */
export interface LibraryFile extends AttachmentView {
  readonly createdMs: number;
  /** null: on none, or on one that is not on this device. */
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
  /** null on the last page. A page may be shorter than asked for, or empty, and not be the last. */
  readonly nextCursor: string | null;
}

export interface LibrarySize {
  readonly count: number;
  readonly bytes: number;
}

/** How many files there are of each kind, and what they take. */
export interface LibrarySizes extends Readonly<Record<Shelf, LibrarySize>> {
  /** Counted to a bound. */
  readonly unused: LibrarySize & { readonly isMore: boolean };
  /** What files take on this device; null where all of them are here, for want of a server. */
  readonly hereBytes: number | null;
}

/** Files of the user that nothing uses. */
export interface UnusedFileIds {
  readonly ids: readonly string[];
  readonly bytes: number;
  readonly isMore: boolean;
}

/** The user's files, whichever memo they are on. */
export interface AppLibrary {
  list(query: LibraryQuery): Promise<Result<LibraryPage, AppError>>;
  sizes(): Promise<LibrarySizes>;
  unused(): Promise<UnusedFileIds>;
  /** Removes for good those that nothing uses still. Gives how many went. */
  removeUnused(ids: readonly string[]): Promise<Result<number, AppError>>;
}

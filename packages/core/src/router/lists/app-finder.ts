import type { AppError } from "../../error/errors.ts";
import type { Result } from "../../error/result.ts";

/** A memo as one line, to be gone to. */
export interface FoundMemo {
  readonly id: string;
  /** Of its first heading; "" where it has none. */
  readonly title: string;
  /** Plain text from its beginning, without the title. */
  readonly snippet: string;
  readonly tags: readonly string[];
  readonly createdMs: number;
  readonly isArchived: boolean;
}

/** Gets to memos by few keys. */
export interface AppFinder {
  /**
   * Memos for what somebody types, the likeliest first, twelve at most: those that begin with it
   * before those with all of its words in the title, before those that have them anywhere; what was
   * opened lately goes ahead of its equals. For nothing: what was opened and changed lately.
   */
  find(words: string): Promise<Result<FoundMemo[], AppError>>;
  /** Keeps in mind on this device that a memo was looked at. */
  noteOpened(id: string): Promise<void>;
  /** The id of any memo of the timeline; null where there is none. */
  random(): Promise<string | null>;
}

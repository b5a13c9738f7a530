import type { AppError } from "../../error/errors.ts";
import type { Result } from "../../error/result.ts";

/** Memo in one line, as a search result. */
export interface FoundMemo {
  readonly id: string;
  /** Text of its first heading; empty if it has none. */
  readonly title: string;
  /** Plain text from its start, without the title. */
  readonly snippet: string;
  /** Texts that were searched for, to highlight. */
  readonly terms: readonly string[];
  /** Part of the Markdown around the first match; null if there is one in the title or the snippet. */
  readonly around: string | null;
  readonly tags: readonly string[];
  readonly createdMs: number;
  readonly isArchived: boolean;
}

/** Quick search for memos. */
export interface AppFinder {
  /**
   * Finds memos for typed text, best matches first, twelve at most. Memos that start with it rank first, then
   * those with all words in the title, then those with them anywhere. Recently opened memos rank before equal
   * matches. Returns recently opened and changed memos for empty text.
   */
  find(words: string): Promise<Result<FoundMemo[], AppError>>;
  /** Stores on this device that a memo was opened. */
  noteOpened(id: string): Promise<void>;
  /** Returns the id of a random memo of the timeline, or null if there is none. */
  random(): Promise<string | null>;
}

import type { TextState } from "../model/memo.ts";
import type { Result } from "../error/result.ts";

/** Text of a memo: its content, and the document it is materialised from. */
export interface MemoText {
  readonly memo: string;
  readonly content: string;
  readonly text: TextState;
}

export type TextUpdateError =
  /** The update is based on edits that are missing here; send the whole document. */
  | { readonly type: "missing-base" }
  /** The bytes aren't an update of a text. */
  | { readonly type: "invalid-update" }
  /** Merging takes more work than the text of a memo ever needs (T13a, T13b). */
  | { readonly type: "too-complex" };

export type Merged = Result<
  { readonly content: string; readonly text: TextState },
  TextUpdateError
>;

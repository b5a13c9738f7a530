/**
 * Edit that replaces `remove` UTF-16 units at `at` with `insert`. Positions refer to the text before any
 * edit.
 */
export interface TextEdit {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

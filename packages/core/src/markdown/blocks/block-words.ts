import type { CalloutKind } from "../extensions/callout-rule.ts";

/** Labels of blocks in the reader's language, as plain text. */
export interface BlockWords {
  readonly table: string;
  readonly tableOf: (columns: string) => string;
  readonly code: string;
  readonly codeIn: (language: string) => string;
  readonly callouts: Readonly<Record<CalloutKind, string>>;
  readonly notes: string;
  readonly note: (number: string) => string;
  readonly backToText: string;
  readonly tasksDone: (done: number, count: number) => string;
}

import type { TidemarkClient } from "../../data/client.tsx";
import type { OfferedTag } from "./tag-completion.ts";

/** What is asked while somebody writes, and what a choice may set off. */
export interface WritingHelp {
  readonly client: TidemarkClient;
  /** The memo that is written; null for one that is none yet. */
  readonly memoId: string | null;
  tags(): readonly OfferedTag[];
  /** Asks for files, to be attached to what is written. */
  chooseFiles(): void;
}

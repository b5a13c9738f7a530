import type { TidemarkClient } from "../../data/client.tsx";
import type { EditorView } from "@codemirror/view";
import type { OfferedTag } from "./tag-completion.ts";

/** What is asked while somebody writes, and what a choice may set off. */
export interface WritingHelp {
  readonly client: TidemarkClient;
  /** The memo that is written; null for one that is none yet. */
  readonly memoId: string | null;
  tags(): readonly OfferedTag[];
  /** Asks for files, to be put where the caret is. */
  chooseFiles(view: EditorView): void;
  /** Begins a recording, which is put where the caret is. */
  record(isOn: true): void;
}

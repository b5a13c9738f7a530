import type { TidemarkClient } from "../../data/client.tsx";
import type { EditorView } from "@codemirror/view";
import type { OfferedTag } from "./tag-completion.ts";

/** Data and actions for the editor's completions. */
export interface WritingHelp {
  readonly client: TidemarkClient;
  /** `null` for a memo that isn't stored yet. */
  readonly memoId: string | null;
  tags(): readonly OfferedTag[];
  /** Opens a file chooser, and inserts the files at the caret. */
  chooseFiles(view: EditorView): void;
  /** Starts a recording that is inserted at the caret. */
  record(isOn: true): void;
}

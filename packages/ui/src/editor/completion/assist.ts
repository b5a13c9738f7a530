import type { Extension } from "@codemirror/state";
import { filesAtCaret, type FileUploads } from "../files/files-at-caret.ts";
import { pasteAsMarkdown } from "../paste/paste-markdown.ts";
import { completions } from "./completions.ts";
import type { WritingHelp } from "./help.ts";

/** What an editor gives to those that help in it. */
export interface AssistedBy extends Omit<WritingHelp, "chooseFiles"> {
  readonly uploads: FileUploads;
}

/** Everything that helps while one writes. It comes with the editor's grammar, after its first key. */
export function assist({ uploads, ...help }: AssistedBy): Extension {
  const files = filesAtCaret(uploads);
  return [files.extension, pasteAsMarkdown, completions({ ...help, chooseFiles: files.choose })];
}

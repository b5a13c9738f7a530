import type { Extension } from "@codemirror/state";
import { pasteAsMarkdown } from "../paste/paste-markdown.ts";
import { completions } from "./completions.ts";
import type { WritingHelp } from "./help.ts";

/** Everything that helps while one writes. It comes with the editor's grammar, after its first key. */
export function assist(help: WritingHelp): Extension {
  return [pasteAsMarkdown, completions(help)];
}

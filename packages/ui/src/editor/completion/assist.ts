import { autocompletion } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { filesAtCaret, type FileUploads } from "../files/files-at-caret.ts";
import { emojiTrigger } from "./emoji-completion.ts";
import type { WritingHelp } from "./help.ts";
import { memoTrigger } from "./memo-links.ts";
import { rowDrawing } from "./option-row.ts";
import { peopleTrigger } from "./people-completion.ts";
import { slashTrigger, templateNameTrigger, templateTrigger } from "./slash-menu.ts";
import { tabAccepts } from "./tab-accepts.ts";
import { tagTrigger } from "./tag-completion.ts";
import { escapeKey, sourceOf } from "./trigger.ts";

/** Options of `assist`: the writing help, with uploads in place of `chooseFiles`. */
export interface AssistedBy extends Omit<WritingHelp, "chooseFiles"> {
  readonly uploads: FileUploads;
}

/**
 * Returns the editor's file handling and completions. They take effect together with its grammar.
 */
export function assist({ uploads, ...help }: AssistedBy): Extension {
  const files = filesAtCaret(uploads);
  return [files.extension, completions({ ...help, chooseFiles: files.choose })];
}

/** Completion in the editor: `#` tags, `/` blocks, `[[` memos, `@` people, `:` emoji. */
function completions(help: WritingHelp): Extension {
  const triggers = [
    tagTrigger(help.tags),
    slashTrigger(help),
    templateNameTrigger(help),
    templateTrigger(help),
    memoTrigger(help),
    peopleTrigger(help),
    emojiTrigger,
  ];
  return [
    escapeKey(triggers),
    tabAccepts,
    autocompletion({
      override: triggers.map(sourceOf),
      maxRenderedOptions: 50,
      // All options are on this device.
      activateOnTypingDelay: 0,
      ...rowDrawing,
    }),
  ];
}

import { autocompletion } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { emojiTrigger } from "./emoji-completion.ts";
import type { WritingHelp } from "./help.ts";
import { memoTrigger } from "./memo-links.ts";
import { rowDrawing } from "./option-row.ts";
import { peopleTrigger } from "./people-completion.ts";
import { slashTrigger, templateNameTrigger, templateTrigger } from "./slash-menu.ts";
import { tabAccepts } from "./tab-accepts.ts";
import { tagTrigger } from "./tag-completion.ts";
import { escapeKey, sourceOf } from "./trigger.ts";

/** What the editor offers while one writes: `#` tags, `/` blocks, `[[` memos, `@` people, `:` emoji. */
export function completions(help: WritingHelp): Extension {
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
      // Everything that is offered is on this device.
      activateOnTypingDelay: 0,
      ...rowDrawing,
    }),
  ];
}

import { acceptCompletion, completionStatus } from "@codemirror/autocomplete";
import { type Extension, Prec } from "@codemirror/state";
import { keymap } from "@codemirror/view";

/** Accepts a completion with Tab, as with Enter, in place of moving the focus. */
export const tabAccepts: Extension = Prec.highest(
  keymap.of([
    {
      key: "Tab",
      run(view) {
        if (completionStatus(view.state) !== "active") return false;
        // `acceptCompletion` ignores keys just after the list opens: they may have been meant for the
        // previous list.
        acceptCompletion(view);
        return true;
      },
    },
  ]),
);

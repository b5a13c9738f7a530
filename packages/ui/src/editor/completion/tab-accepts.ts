import { acceptCompletion, completionStatus } from "@codemirror/autocomplete";
import { type Extension, Prec } from "@codemirror/state";
import { keymap } from "@codemirror/view";

/** While something is offered Tab takes it, as Enter does, and leads nowhere else. */
export const tabAccepts: Extension = Prec.highest(
  keymap.of([
    {
      key: "Tab",
      run(view) {
        if (completionStatus(view.state) !== "active") return false;
        // Not in the moment in which it appears: the key may have been meant for what stood before.
        acceptCompletion(view);
        return true;
      },
    },
  ]),
);

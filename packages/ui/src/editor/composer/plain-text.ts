import type { ComposerText } from "./composer-text.ts";

/** Returns the access to a text area's text. Calls `changed` for changes that the user didn't type. */
export function plainText(field: HTMLTextAreaElement, changed: () => void): ComposerText {
  let composed: unknown;
  field.addEventListener("compositionstart", () => {
    composed = new Promise((resolve) => {
      // The field has the composed text after this event.
      field.addEventListener("compositionend", () => setTimeout(resolve), { once: true });
    });
  });
  return {
    read: () => field.value,
    replace(content) {
      field.value = content;
      field.setSelectionRange(content.length, content.length);
      changed();
    },
    async prepend(content) {
      await composed;
      field.setRangeText(content, 0, 0, "preserve");
      changed();
    },
    focus: () => field.focus(),
    blur: () => field.blur(),
  };
}

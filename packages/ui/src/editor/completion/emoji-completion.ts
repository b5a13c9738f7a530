import type { Completion } from "@codemirror/autocomplete";
import { languageNow } from "../../language/language.ts";
import type { Emoji } from "./emoji-list.ts";
import { rowOf } from "./option-row.ts";
import type { Trigger } from "./trigger.ts";

const maxOffered = 12;

/**
 * Characters before a colon that make it part of a time, an address or a word: `12:30`, `http:`, `note:so`.
 */
const joined = /[\p{Script=Latin}\p{N}:/.\\]$/u;
/** Matches two letters, or one letter in scripts where that can be a word. */
const name = /^(?:\p{L}[\p{L}\p{M}\p{N}_-]|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|[+-]1$)/u;

/** Offers emoji after a colon and two letters, by their names and keywords. */
export const emojiTrigger: Trigger = {
  pattern: /:(?<typed>[\p{L}\p{M}\p{N}_+-]{1,40})$/u,
  async offer({ groups }, from, { state }) {
    const typed = groups?.["typed"] ?? "";
    if (!name.test(typed) || joined.test(state.sliceDoc(Math.max(0, from - 2), from))) return null;
    const { emojiIn, findEmoji } = await import("./emoji-list.ts");
    const found = findEmoji(await emojiIn(languageNow()), typed, maxOffered);
    return found.length === 0 ? null : { from, filter: false, options: found.map(row) };
  },
};

function row({ character, label, codes }: Emoji): Completion {
  const [code] = codes;
  return rowOf(
    { label, apply: character, ...(code === undefined ? {} : { detail: `:${code}:` }) },
    { glyph: character },
  );
}

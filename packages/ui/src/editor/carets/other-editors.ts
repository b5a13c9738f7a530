import type { OtherEditor } from "@tidemark/core/carets";
import { inList } from "../../time/in-list.ts";
import { caretStrings } from "./strings.ts";

/** Number of colours for other editors: `data-tone` 1 to this in carets.css. */
export const tones = 4;

/** Returns the displayed name of another editor. */
export function nameOf({ device }: Pick<OtherEditor, "device">): string {
  return device === null || device === "" ? caretStrings.otherWindow : device;
}

/**
 * Returns a colour for each session. The device's name determines it, so it stays the same over time; if it
 * is taken, the next free one is used. Colours repeat if there are more editors than colours.
 */
export function tonesOf(others: readonly OtherEditor[]): ReadonlyMap<number, number> {
  const given = new Map<number, number>();
  const taken = new Set<number>();
  for (const { session, device } of others) {
    if (taken.size === tones) taken.clear();
    let tone = hashOf(device ?? "") % tones;
    while (taken.has(tone)) tone = (tone + 1) % tones;
    taken.add(tone);
    given.set(session, tone + 1);
  }
  return given;
}

function hashOf(word: string): number {
  let hash = 7;
  for (let at = 0; at < word.length; at += 1) hash = (hash * 31 + word.charCodeAt(at)) % 65_521;
  return hash;
}

export function typingAmong(editors: readonly OtherEditor[]): readonly OtherEditor[] {
  return editors.filter(({ caret }) => caret?.isTyping === true);
}

/** Returns the sentence that they are typing. Two windows of one device share a name. */
export function typingWords(editors: readonly OtherEditor[]): string {
  const names = [...new Set(editors.map(nameOf))];
  return caretStrings.typing(names.length, inList(names));
}

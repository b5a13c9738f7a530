/** Words to add, each with its position from 0 (start) to 1 (end), and positions of words to remove. */
export interface WordChange {
  readonly add: readonly (readonly [word: number, place: number])[];
  readonly remove: readonly number[];
}

const first = 0x1e00;
const word = /[\u1e00-\u1eff]\d+[\u1e00-\u1eff]/g;

/**
 * Returns the word for a number. Its first and last letters are almost unique, so a text diff never
 * splits it.
 */
export function wordOf(number: number): string {
  const letter = String.fromCharCode(first + (number % 255));
  return `${letter}${number}${letter}`;
}

export function wordsIn(text: string): string[] {
  return text.match(word) ?? [];
}

/** Returns how often each word occurs in a text. */
export function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const found of wordsIn(text)) counts.set(found, (counts.get(found) ?? 0) + 1);
  return counts;
}

/**
 * Changes words of a text. Returns successive edits: each position is in the text after the edits before
 * it.
 */
export function changeWords(
  content: string,
  change: WordChange,
): {
  readonly content: string;
  readonly edits: { at: number; remove: number; insert: string }[];
  readonly removed: string[];
} {
  let text = content;
  const edits: { at: number; remove: number; insert: string }[] = [];
  const removed: string[] = [];
  const apply = (at: number, remove: number, insert: string): void => {
    edits.push({ at, remove, insert });
    text = text.slice(0, at) + insert + text.slice(at + remove);
  };
  for (const place of change.remove) {
    const all = [...text.matchAll(/#?[\u1e00-\u1eff]\d+[\u1e00-\u1eff][ \n]?/g)];
    const found = all[Math.floor(place * all.length)];
    if (found === undefined) continue;
    removed.push(...wordsIn(found[0]));
    apply(found.index, found[0].length, "");
  }
  for (const [number, place] of change.add) {
    const gaps = [...text.matchAll(/(?:^|(?<=[\u1e00-\u1eff][ \n]))(?=[\u1e00-\u1eff#]|$)/g)];
    const gap = gaps[Math.min(gaps.length - 1, Math.floor(place * gaps.length))];
    const at = gap?.index ?? text.length;
    apply(at, 0, `${number % 5 === 0 ? "#" : ""}${wordOf(number)}${number % 4 === 0 ? "\n" : " "}`);
  }
  return { content: text, edits, removed };
}

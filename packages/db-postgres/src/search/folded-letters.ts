import { foldText } from "@tidemark/core/filter";

/** Highest code point that has case (Unicode 17.0). */
const lastFolded = 0x1ffff;

let othersOf: ReadonlyMap<string, string> | null = null;

/** Returns the other letters beyond ASCII that fold to this one. */
export function lettersThatFoldTo(letter: string): string {
  othersOf ??= findOthers();
  return othersOf.get(letter) ?? "";
}

function findOthers(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let code = 0x80; code <= lastFolded; code += 1) {
    if (code === 0xd800) code = 0xe000;
    const letter = String.fromCodePoint(code);
    const folded = foldText(letter);
    if (folded !== letter) found.set(folded, (found.get(folded) ?? "") + letter);
  }
  return found;
}

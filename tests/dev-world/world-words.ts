import type { WordChange } from "../simulation/words.ts";

// The simulation numbers its words and checks each; these texts are for people to read.

const words =
  "tide harbour fog lantern rope anchor gull pilot ferry buoy chart swell mast deck lighthouse cargo quay storm current island net sail keel watch".split(
    " ",
  );

/** Returns a new memo's text for the numbers, with a tag for every fifth number. */
export function textOf(numbers: readonly number[], isTask: boolean): string {
  const line = numbers.map((number) => `${wordOf(number)} ${words[(number * 7) % words.length]}`);
  const text = `Note ${numbers.join(" and ")}: ${line.join(", ")}.`;
  return isTask
    ? `${text}\n\n- [ ] look after the ${wordOf(numbers[0] ?? 0)}\n- [x] write this`
    : text;
}

/** Returns a text with words added and removed at positions from 0 (start) to 1 (end). */
export function changeText(text: string, { add, remove }: WordChange): string {
  const parts = text.split(" ");
  const at = (place: number): number =>
    Math.min(parts.length - 1, Math.floor(place * parts.length));
  for (const place of remove) if (parts.length > 3) parts.splice(at(place), 1);
  for (const [number, place] of add) parts.splice(at(place), 0, wordOf(number));
  return parts.join(" ");
}

function wordOf(number: number): string {
  return `${number % 5 === 0 ? "#" : ""}${words[number % words.length]}`;
}

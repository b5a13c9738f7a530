import { addText, mergeReadings } from "../merge-texts.ts";
import type { Clash } from "../tokens/token-edits.ts";
import { repeatsWord } from "./repeats-word.ts";

/**
 * Merges as `mergeTexts` does, but where both sides replaced a token, adds their words to our reading: for a text whose
 * writer wouldn't be told which reading was chosen. If these repeat a word, only adds the words that our text lacks.
 */
export function mergeKeepingBoth(base: string, ours: string, theirs: string): string {
  const { text, clashes } = mergeReadings(base, ours, theirs, "theirs");
  if (clashes.length === 0) return text;
  const both = clashes.reduceRight((merged, clash) => {
    const end = clash.at + clash.theirs.length;
    return merged.slice(0, clash.at) + bothReadings(clash) + merged.slice(end);
  }, text);
  return repeatsWord(both, [ours, theirs]) ? addText(ours, theirs) : both;
}

/** Returns our reading with the words that their edit added. Those that only the base has stay removed. */
function bothReadings({ base, ours, theirs }: Clash): string {
  const { text, clashes } = mergeReadings(base, ours, addText(theirs, base), "theirs");
  return clashes.length === 0 ? text : addText(ours, theirs);
}

import { madeTokens, type MergedTexts, textHash, textUpdateTo, toBase64 } from "../text/index.ts";
import { normaliseText } from "../markdown/index.ts";
import type { HybridClock } from "../clock/hybrid-clock.ts";
import type { MemoOp } from "./memo-op.ts";
import type { MemoPlan } from "./plan-memo.ts";
import type { MemoEntity } from "../model/memo.ts";

interface Sides {
  readonly merged: MergedTexts;
  readonly senderText: string;
}

/**
 * Repairs merges that are correct by character but wrong in meaning. Two users who tick the same box give
 * `- [xx]`; two who make the same correction insert it twice; two who replace the same number give a third;
 * a word that is inserted behind a number may come between the digits that replace its last ones.
 * `sent`: the hash of the sender's text. `sides`: that text and the merge of both texts, if their base is known.
 * Returns the edit that repairs a merge, or null.
 */
export function repairMergedText(
  { before, after }: Pick<MemoPlan, "before" | "after">,
  sent: { readonly resultSha: string },
  sides: Sides | null,
  deps: {
    readonly clock: HybridClock;
    readonly textClientId: (memo: string, gen: number) => number;
  },
): MemoOp | null {
  if (before === null || after === null) return null;
  const { row, text } = after;
  const sameEdit = textHash(before.row.content) === sent.resultSha;
  const content = sides === null ? row.content : withWholeTokens(row.content, before, sides);
  const repaired = sameEdit ? before.row.content : repairTaskMarkers(content, before.row.content);
  if (repaired === row.content) return null;
  const current = { memo: row.id, content: row.content, text };
  const update = textUpdateTo(current, repaired, deps.textClientId(row.id, row.gen));
  if (update === null) return null;
  return {
    kind: "memo.text",
    entity: row.id,
    stamp: deps.clock.tick(),
    gen: text.gen,
    update: toBase64(update),
    baseSha: textHash(row.content),
    resultSha: textHash(repaired),
    updatedMs: row.updatedMs,
  };
}

/** Returns the merge by letters, or the merge by tokens if that decided some or the letters made some (T3g). */
function withWholeTokens(
  letters: string,
  { row }: MemoEntity,
  { merged, senderText }: Sides,
): string {
  const content = normaliseText(merged.text);
  const isMade = merged.isDecided || madeTokens(letters, [row.content, senderText, content]);
  return isMade ? content : letters;
}

/**
 * Repairs markers such as `[xx]`, `[x ]` or `[]` that neither side had. Two ticks give one tick. A tick
 * merged with an untick gives an unchecked box.
 */
function repairTaskMarkers(merged: string, before: string): string {
  const known = new Set(before.split("\n"));
  return merged
    .split("\n")
    .map((line) => {
      if (known.has(line)) return line;
      return line.replace(
        /^(\s*(?:[-*+]|\d{1,9}[.)])\s+)\[([ xX]{2,4})\](?=\s)/,
        (_match, lead: string, marks: string) => `${lead}[${/[xX]/.test(marks) ? "x" : " "}]`,
      );
    })
    .join("\n");
}

import { findPastText } from "../../../memo/etag/stale-text.ts";
import { findSenderText } from "../../../merge/proven-text.ts";
import type { MemoOp } from "../../../merge/memo-op.ts";
import type { MemoPlan } from "../../../merge/plan-memo.ts";
import { type MemoEntity, stampOf } from "../../../model/memo.ts";
import type { MergeChoices } from "../../../stores/journal.ts";
import type { ServerWriteStores } from "../../../stores/server-database.ts";
import {
  canBePast,
  type CommonPast,
  commonPast,
  fromBase64,
  likelyPasts,
  madeTokens,
  type MergedTexts,
  mergeReadings,
  repeatsWord,
  textHash,
  withSharedInserts,
} from "../../../text/index.ts";
import { assertedText } from "../../generations/whole-text.ts";
import { findEnded, findRepeated, memoText } from "../../generations/rebase-edits.ts";
import { findTextWriter } from "../../history/text-writer.ts";
import type { PushContext } from "./server-kind.ts";

type TextOp = Extract<MemoOp, { kind: "memo.text" }>;
type PutOp = Extract<MemoOp, { kind: "memo.put" }>;

interface MergedFrom {
  readonly merged: MergedTexts;
  readonly choices: MergeChoices;
}

/** Merge of the server's text with a device's edit of an older one. */
export interface MergedSides extends MergedFrom {
  /** Text that the device had after its edit. */
  readonly senderText: string;
}

/**
 * Merges the texts of both sides from their common base. Where the places of repeated insertions aren't found, or were
 * found wrongly, the merge by letters stays, unless it makes a token: it has these insertions once. `sent`: the edit before it was rebased. Returns
 * null if the device's text or the base isn't known, or the edit was applied already.
 */
export async function mergeSides(
  { stores }: PushContext,
  plan: MemoPlan,
  { op, sent }: { readonly op: TextOp; readonly sent: TextOp },
): Promise<MergedSides | null> {
  const { before, after } = plan;
  if (before === null || after === null || before.text === after.text) return null;
  const base = (await findPastText(stores, before.row.id, op.baseSha)) ?? sentBase(op);
  const senderText = base === null ? null : findSenderText(op, base, plan);
  if (base === null || senderText === null) return null;
  const repeated = await findRepeated(stores, memoText(before), sent);
  const edit = { update: fromBase64(sent.update), theirs: senderText };
  const shared = withSharedInserts(base, repeated, edit);
  const letters = after.row.content;
  const texts = [before.row.content, senderText];
  if (shared !== null) {
    const sides = await mergeFrom(stores, before, { op, base: shared, content: senderText });
    const isWrong = shared !== base && repeatsWord(sides.merged.text, [...texts, letters]);
    if (!isWrong) return { ...sides, senderText };
  }
  if (madeTokens(letters, texts)) {
    const sides = await mergeFrom(stores, before, { op, base, content: senderText });
    if (!repeatsWord(sides.merged.text, texts)) return { ...sides, senderText };
  }
  const merged = { text: letters, clashes: [], isDecided: false };
  return { merged, choices: { keeps: "theirs", clashes: [] }, senderText };
}

/**
 * Merges the texts of the server's memo and of an assertion that was edited apart, from the text that both had
 * before. An assertion doesn't say which text that was: the documents show it. Returns null if one of them contains the
 * other, or the merge makes a token.
 */
export async function mergeAsserted(
  { stores }: PushContext,
  before: MemoEntity,
  op: PutOp,
): Promise<MergedSides | null> {
  const asserted = assertedText(op);
  const past = commonPast(memoText(before), asserted);
  if (past === null) return null;
  return mergeFromPast(stores, before, { op, past });
}

/**
 * Merges the texts of the server's memo and of an assertion that was rebased, or that the server's document was rebased
 * onto. `sent`: the assertion before. The documents of the older generation show which text both had before. The merge by
 * letters stays, `letters`, if one of them has nothing new, or if the merge makes a token.
 */
export async function mergeRebased(
  { stores }: PushContext,
  before: MemoEntity,
  { letters, sent }: { readonly letters: string; readonly sent: PutOp },
): Promise<MergedSides> {
  const { content } = sent.text;
  const unmerged = {
    merged: { text: letters, clashes: [], isDecided: false },
    choices: { keeps: "theirs", clashes: [] },
    senderText: content,
  } as const;
  const current = memoText(before);
  const isBehind = sent.text.gen < current.text.gen;
  const older = isBehind ? assertedText(sent) : current;
  const newer = isBehind ? current.content : content;
  const ended = await findEnded(stores, sent.entity, older.text.gen);
  if (ended === null || letters === newer) return unmerged;
  const past = commonPast(ended, older) ?? [ended.content];
  return (await mergeFromPast(stores, before, { op: sent, past })) ?? unmerged;
}

/**
 * Merges an assertion from the newest past text that has the common letters of two documents. If none is stored, it is
 * what the documents show of it; then returns null if the merge makes a token.
 */
async function mergeFromPast(
  stores: ServerWriteStores,
  before: MemoEntity,
  { op, past }: { readonly op: PutOp; readonly past: NonNullable<CommonPast> },
): Promise<MergedSides | null> {
  const { content } = op.text;
  const texts = await stores.pastTexts.newest(op.entity);
  const known = texts.find((text) => text !== content && canBePast(text, past));
  const stamp = stampOf(op.stamps, "updatedMs");
  for (const base of known === undefined ? likelyPasts(past) : [known]) {
    const sides = await mergeFrom(stores, before, { op: { stamp }, base, content });
    const isSure =
      known !== undefined || !madeTokens(sides.merged.text, [before.row.content, content]);
    if (isSure) return { ...sides, senderText: content };
  }
  return null;
}

/** Returns the base text that an operation contains, or null if there is none or its hash is another. */
function sentBase({ edit, baseSha }: TextOp): string | null {
  if (edit?.base === undefined) return null;
  return textHash(edit.base) === baseSha ? edit.base : null;
}

/** Merges a text of a device into the server's. Of two readings of the same token the newer one stays (T3b). */
export async function mergeFrom(
  stores: ServerWriteStores,
  before: MemoEntity,
  {
    op,
    base,
    content,
  }: {
    readonly op: Pick<TextOp, "stamp">;
    readonly base: string;
    readonly content: string;
  },
): Promise<MergedFrom> {
  const { stamp } = await findTextWriter(stores, before.row);
  const keeps = op.stamp > stamp ? "theirs" : "ours";
  const merged = mergeReadings(base, before.row.content, content, keeps);
  return { merged, choices: { keeps, clashes: merged.clashes } };
}

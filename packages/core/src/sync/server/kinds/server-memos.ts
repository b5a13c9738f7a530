import { jsonBytes } from "../../../bytes/utf8-length.ts";
import { commitPlan } from "../../../commit/commit-memo.ts";
import type { MemoEntity } from "../../../model/memo.ts";
import { entityOf } from "../../../commit/entity-of.ts";
import { ok } from "../../../error/result.ts";
import { areOfOneHistory, fromBase64, inspectUpdate, textHash } from "../../../text/index.ts";
import { applyErrorToCode, clashesInVisibility } from "../../../merge/apply-memo-op.ts";
import { checkContent } from "../../../access/memo-limits.ts";
import { authoriseOp } from "./authorise-op.ts";
import { dateUpdate } from "./date-update.ts";
import { dateTrashing } from "./date-trashing.ts";
import { defaultTrashDays } from "../../../access/trash-days.ts";
import { hasBegunAgain } from "../../../merge/begun-again.ts";
import {
  rebaseOlder,
  rebasePut,
  rebaseText,
  rebaseToPut,
  memoText,
} from "../../generations/rebase-edits.ts";
import { loadMemos, wireBytes } from "./load-memos.ts";
import { loadChoices } from "../../history/merge-choices.ts";
import {
  mergeAsserted,
  mergeFrom,
  mergeRebased,
  type MergedSides,
  mergeSides,
} from "./merge-sides.ts";
import type { MergeChoices } from "../../../stores/journal.ts";
import { lostChoices, noteLostChoice } from "../../history/lost-visibility.ts";
import type { MemoOp } from "../../../merge/memo-op.ts";
import { type MemoPlan, planMemo, planNext } from "../../../merge/plan-memo.ts";
import { repairMergedText } from "../../../merge/repair-text.ts";
import { stampOf } from "../../../model/memo.ts";
import { stampNode } from "../../../model/stamp.ts";
import { findTextWriter } from "../../history/text-writer.ts";
import { checkUnknown, type UnknownFields } from "../../../merge/unknown-fields.ts";
import type { LoadedRow, PushContext, PushOutcome, ServerKind } from "./server-kind.ts";
import {
  mergeBesidePut,
  mergeNewerPut,
  mergeOlderPut,
  assertedText,
  wholeTextToPut,
} from "../../generations/whole-text.ts";

/** Memos on the server: sends rows to devices and applies their operations. */
export const serverMemos: ServerKind<MemoOp> = {
  async load(stores, reader, ids) {
    const rows = new Map<string, LoadedRow>();
    const memos = await loadMemos(stores, reader, ids);
    const own = [...memos.values()].filter(({ creator }) => creator === reader.caller.name);
    const ownIds = own.map(({ id }) => id);
    const lost = await lostChoices(stores, ownIds);
    const choices = await loadChoices(stores, ownIds);
    for (const [id, row] of memos) {
      const stamp = lost.get(id);
      const made = choices.get(id);
      rows.set(id, {
        row,
        seq: row.seq,
        bytes: wireBytes(row) + (made === undefined ? 0 : jsonBytes(made)),
        ...(stamp !== undefined && { visibilityLost: stamp }),
        ...(made !== undefined && { choices: made }),
      });
    }
    return rows;
  },
  apply: applyMemoPushed,
};

async function applyMemoPushed(context: PushContext, sent: MemoOp): Promise<PushOutcome> {
  const { stores, deps, caller } = context;
  deps.clock.observe(sent.stamp);
  if (await stores.tombstones.has("memo", sent.entity)) {
    return { code: sent.kind === "memo.purge" ? "applied" : "gone", merged: false };
  }
  const record = await stores.memos.find(sent.entity);
  const before = record === null ? null : await entityOf(stores, record);
  // The purge is for the memo's previous life under this id. Deny it; the answer contains the current row.
  const isOwn = before?.row.creator === caller.name;
  if (sent.kind === "memo.purge" && isOwn && hasBegunAgain(before.row, sent.stamp)) {
    return { code: "denied", merged: false };
  }
  if (isOwn && isUprooted(before, sent)) return { code: "gone", merged: false };
  const problem = checkUnknown(unknownAfter(isOwn ? before : null, sent)) ?? checkDocuments(sent);
  if (problem !== null) return { ...problem, merged: false };
  const rebased = await rebaseOp(context, before, sent);
  const isRebased = rebased !== null;
  const op = dateTrashing(dateUpdate(rebased ?? sent, before?.row ?? null), {
    isOwn: before === null || isOwn,
    nowMs: deps.clock.nowMs(),
    trashDays: deps.trashDays?.() ?? defaultTrashDays,
  });
  const allowed = await authoriseOp(context, before, op);
  if (!allowed.ok) {
    // Purging a memo that the caller can't see counts as done.
    const isDone = sent.kind === "memo.purge" && allowed.error === "missing";
    return { code: isDone ? "applied" : allowed.error, merged: false };
  }
  if (op.kind === "memo.element" && before !== null && hasBegunAgain(before.row, op.stamp)) {
    return { code: "denied", merged: false };
  }

  const reasserted =
    before === null || isRebased ? null : await reassert(context, before, allowed.value.op);
  const judged = allowed.value.plan;
  const isConcurrent = op.kind === "memo.text" && reasserted === null && isMadeApart(judged, op);
  const sides =
    reasserted === null
      ? await sidesOf(context, judged, { op, sent, isConcurrent, isRebased })
      : null;
  const resultSha = sentHash(sent);
  const repair =
    resultSha !== null && (isConcurrent || sides !== null)
      ? repairMergedText(judged, { resultSha }, sides, deps)
      : null;
  const plan =
    reasserted !== null
      ? planMemo(before, [reasserted.op])
      : repair !== null
        ? planNext(judged, repair)
        : ok(judged);
  if (!plan.ok) return { code: applyErrorToCode(plan.error), merged: false };
  const { after } = plan.value;
  // The merge by letters can be longer than the one that is decided by tokens, and shorter.
  if (after !== null && !checkContent(after.row.content, deps.limits(), before?.row.content).ok) {
    return { code: "too-large", merged: false };
  }
  const merged = isConcurrent || sides !== null || reasserted !== null;
  const writer = merged && before !== null ? await findTextWriter(stores, before.row) : null;
  const choices = reasserted?.choices ?? sides?.choices;
  // A reading that isn't chosen is only in the history (T3e), also if the memo stays as it was.
  const changed = plan.value.changed || (choices?.clashes.length ?? 0) > 0;
  const planned = { ...plan.value, changed };
  const committed = await commitPlan(stores, deps.journal, planned, {
    caller,
    textReason: merged ? "merge" : "edit",
    otherText: reasserted?.otherText ?? sides?.senderText,
    choices,
    isPushed: true,
    atMs: deps.clock.nowMs(),
  });
  const hasClash =
    before !== null &&
    op.kind === "memo.set" &&
    op.set.visibility !== before.row.visibility &&
    clashesInVisibility(before.row, op);
  if (hasClash && committed?.row.visibility !== before.row.visibility) {
    await noteLostChoice(stores, op.entity, stampOf(before.row.stamps, "visibility"));
  }
  const isOther = writer !== null && stampNode(writer.stamp) !== stampNode(op.stamp);
  const mergedWith = isOther ? { mergedWith: writer.device } : {};
  return { code: "applied", merged, hasClash, ...mergedWith };
}

/**
 * Returns true if an edit was made on another text than the server's, or on the same text in other letters: the server has
 * repaired its own (T3b).
 */
function isMadeApart(
  { before, after }: MemoPlan,
  op: Extract<MemoOp, { kind: "memo.text" }>,
): boolean {
  if (before === null || after === null) return false;
  return (
    textHash(before.row.content) !== op.baseSha || textHash(after.row.content) !== op.resultSha
  );
}

/**
 * Returns true if a device asserts a comment as a memo of its own, because the memo that it is on has left the
 * device (R12g). Others may read the comment, but what was written since is only for its writer.
 */
function isUprooted({ row }: MemoEntity, op: MemoOp): boolean {
  return op.kind === "memo.put" && op.parent === null && row.parent !== null;
}

/** Merges an edit or an assertion with the server's text, if both were written apart; otherwise returns null. */
async function sidesOf(
  context: PushContext,
  plan: MemoPlan,
  {
    op,
    sent,
    isConcurrent,
    isRebased,
  }: {
    readonly op: MemoOp;
    readonly sent: MemoOp;
    readonly isConcurrent: boolean;
    readonly isRebased: boolean;
  },
): Promise<MergedSides | null> {
  const { before } = plan;
  if (op.kind === "memo.text" && sent.kind === "memo.text") {
    return isConcurrent ? mergeSides(context, plan, { op, sent }) : null;
  }
  if (op.kind !== "memo.put" || sent.kind !== "memo.put" || before === null) return null;
  if (op.text.content === before.row.content) return null;
  if (isRebased) return mergeRebased(context, before, { letters: op.text.content, sent });
  return op.text.gen === before.text.gen ? mergeAsserted(context, before, op) : null;
}

function sentHash(op: MemoOp): string | null {
  if (op.kind === "memo.text") return op.resultSha;
  return op.kind === "memo.put" ? textHash(op.text.content) : null;
}

/**
 * Returns the unknown fields that a memo would have; empty if the operation has none. `before` is null for
 * another user's memo too, because a limit must not reveal that it exists.
 */
function unknownAfter(before: MemoEntity | null, op: MemoOp): UnknownFields {
  if (op.kind !== "memo.put" && op.kind !== "memo.set") return {};
  return op.extra === undefined || Object.keys(op.extra).length === 0
    ? {}
    : { ...before?.row.extra, ...op.extra };
}

/** Checks all documents and edits of an operation before any of them is applied. */
function checkDocuments(op: MemoOp): { readonly code: "invalid"; readonly reason: string } | null {
  for (const update of updatesOf(op)) {
    const shape = inspectUpdate(fromBase64(update));
    if (!shape.ok) return { code: "invalid", reason: `the text ${shape.error}` };
  }
  return null;
}

function updatesOf(op: MemoOp): string[] {
  if (op.kind === "memo.text") return op.whole === undefined ? [op.update] : [];
  if (op.kind !== "memo.put") return [];
  const texts = [op.text, ...(op.text.older ?? [])];
  return texts.map(({ state }) => state).filter((state) => state !== undefined);
}

/**
 * Rebases an operation on another generation onto the memo's. Returns null for other operations and for other
 * users' memos.
 */
async function rebaseOp(
  { stores, deps, caller }: PushContext,
  before: MemoEntity | null,
  op: MemoOp,
): Promise<MemoOp | null> {
  if (before === null || before.row.creator !== caller.name) return null;
  if (op.kind === "memo.text") return rebaseText(stores, before, op);
  if (op.kind !== "memo.put") return null;
  const rebased = await rebasePut(stores, before, op);
  return rebased ?? rebaseToPut(stores, before, op, deps.clock.nowMs());
}

interface Reasserted {
  readonly op: MemoOp;
  readonly otherText: string;
  readonly choices?: MergeChoices;
}

/**
 * Returns the assertion that replaces an operation on another generation of the memo's document. Returns null
 * for other operations, and for edits, which are applied as edits after rebasing.
 */
async function reassert(
  { stores, deps }: PushContext,
  before: MemoEntity,
  op: MemoOp,
): Promise<Reasserted | null> {
  if (op.kind === "memo.text" && op.whole !== undefined) {
    const { base, content: otherText } = op.whole;
    const { merged, choices } = await mergeFrom(stores, before, { op, base, content: otherText });
    return { op: wholeTextToPut(deps, before, op, merged.text), otherText, choices };
  }
  if (op.kind !== "memo.put" || op.text.content === before.row.content) return null;
  const { content: otherText, gen } = op.text;
  const isBeside = gen === before.text.gen && !areOfOneHistory(memoText(before), assertedText(op));
  if (isBeside) {
    const current = await rebaseOlder(stores, before, op);
    return { op: mergeBesidePut(deps, current, op), otherText };
  }
  if (gen === before.text.gen) return null;
  if (gen > before.text.gen) return { op: mergeNewerPut(deps, before, op), otherText };
  return { op: await mergeOlderPut(deps, stores, before, op), otherText };
}

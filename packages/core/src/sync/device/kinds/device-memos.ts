import type { OutboxRow } from "../../../stores/sync-stores.ts";
import type { DeviceReadStores, DeviceWriteStores } from "../../../stores/device-database.ts";
import { applyMemoOp } from "../../../merge/apply-memo-op.ts";
import type { DeviceKind, PushResult, ResultDeps, TakenResult } from "./device-kind.ts";
import { mergedWithKey, takeChoices } from "../../history/choices-note.ts";
import { keepMergedTexts, mergeNoteKey, ownText } from "../../history/device-history.ts";
import { evictOrphanedFiles } from "../evict/evict-files.ts";
import { evictMemo } from "../evict/evict-memo.ts";
import { losesOwnChoice, logVisibilityClash } from "../../history/lost-visibility.ts";
import type { MemoOp } from "../../../merge/memo-op.ts";
import { wireMemoSchema } from "../../protocol/messages.ts";
import type { Refusal } from "../../protocol/refusal.ts";
import { releaseFiles } from "../rebase/held-files.ts";
import { findHeld, holdRefused, isWithinHeld, uprootHeld } from "../rebase/held-memos.ts";
import { memoRebase, applyFirstMemo, applyParked } from "../rebase/memo-rebase.ts";
import { reassert, reassertOwn } from "../rebase/reassert-memos.ts";
import { type PlacedMemo, scopesOf, sharedScope, type Scope } from "../../../model/scope.ts";
import { findParked } from "../deferred/park.ts";
import { noteAnswered, shownBy } from "../deferred/snapshot-progress.ts";
import { keepReactions, applyReactionRefusal } from "../outbox/reassert-reactions.ts";
import { reassertOldEdits } from "../../generations/whole-text.ts";
import { wireToMemo } from "../../protocol/wire-memo.ts";
import { accountKey } from "../../profile/profile-keys.ts";
import { defineMeta } from "../../../stores/meta/define-meta.ts";
import { mark } from "../../../stores/meta/meta-form.ts";

/** Applies memos from the server on a device. */
export const deviceMemos: DeviceKind<MemoOp> = {
  async applyRow(stores, { entity: id, seq, row, choices }, isFirst) {
    const memo = wireMemoSchema.safeParse(row);
    if (!memo.success) return false;
    const entity = wireToMemo(memo.data);
    if (isFirst && entity.row.id === id) await applyFirstMemo(stores, entity);
    else await memoRebase.applyRow(stores, id, seq, entity);
    await takeChoices(stores, id, choices, isFirst);
    return true;
  },
  applyRemoval,
  applyResult: applyMemoResult,
  async reassertOwn(stores, user, atMs) {
    for (const id of await stores.memos.idsByOthers(user)) await keepReactions(stores, user, id);
    await reassertOwn(stores, user, atMs);
  },
  unmarked: (stores, after, limit) => stores.snapshotMarks.unmarkedMemos(after, limit),
  evictUnshown,
  evictLeftOver,
};

async function applyRemoval(stores: DeviceWriteStores, id: string, seq: number): Promise<void> {
  await memoRebase.applyRemoval(stores, id, seq);
  // An answer may have restored a comment on this memo after the comment's own removal. The comment was
  // checked while this memo was still stored, so it must be checked again.
  if ((await stores.memos.find(id)) !== null) return;
  const below = await stores.memos.descendants(id);
  if (below.length === 0) return;
  await noteOrphans(stores);
  await uprootHeld(stores, id);
  for (const comment of below) await memoRebase.show(stores, comment);
}

/**
 * Evicts a leftover memo. Another user's memo is evicted even if operations on it are pending, which are
 * rejected, unless it belongs to a scope that this device doesn't follow. The server would have included the
 * memo in a followed scope, so the user can no longer read it.
 */
async function evictLeftOver(
  stores: DeviceWriteStores,
  id: string,
  uptoSeq: number,
): Promise<boolean> {
  if (await memoRebase.evictLeftOver(stores, id, uptoSeq)) return true;
  const memo = await stores.memos.find(id);
  if (memo === null || memo.seq === 0 || memo.seq > uptoSeq) return false;
  if (memo.creator === (await stores.meta.get(accountKey))) {
    // No answer will say that it was removed.
    const isWaiting = (await stores.outbox.pendingOf(id)).length > 0;
    if (!isWaiting && (await findHeld(stores, id)) !== null)
      await applyRemoval(stores, id, uptoSeq);
    return false;
  }
  const scope = sharedScope(memo);
  // The user may still read a memo of a scope that was left, so it is kept until the server has answered.
  if (scope !== null && !(await stores.cursors.all()).has(scope)) return false;
  await applyRemoval(stores, id, uptoSeq);
  return true;
}

async function evictUnshown(
  stores: DeviceWriteStores,
  follows: ReadonlySet<Scope>,
): Promise<boolean> {
  const user = (await stores.meta.get(accountKey)) ?? "";
  await noteOrphans(stores);
  return evictHidden(stores, await stores.memos.idsByOthers(user), follows);
}

/**
 * Evicts memos that no followed scope shows. Checks those of the given memos that aren't comments, and other
 * users' comments below them. Comments whose parents aren't stored are left for `evictOrphans`.
 */
export async function evictUnshownAmong(
  stores: DeviceWriteStores,
  ids: readonly string[],
  follows: ReadonlySet<Scope>,
): Promise<void> {
  const user = (await stores.meta.get(accountKey)) ?? "";
  await noteOrphans(stores);
  for (const root of await stores.memos.heads(ids)) {
    if (root.parent !== null) continue;
    const below = await stores.memos.heads(await stores.memos.descendants(root.id));
    const others = below.filter(({ creator }) => creator !== user);
    await evictHidden(stores, [root.id, ...others.map(({ id }) => id)], follows);
  }
}

/**
 * Evicts the memos that no followed scope shows, unless they are unsent. Returns whether any were evicted.
 */
async function evictHidden(
  stores: DeviceWriteStores,
  ids: readonly string[],
  follows: ReadonlySet<Scope>,
): Promise<boolean> {
  // Check all before evicting the first, because the visibility of a comment depends on its ancestors.
  const hidden: string[] = [];
  for (const memo of await stores.memos.heads(ids)) {
    const shown = await isShownHere(stores, memo, follows);
    if (shown === "unknown") await noteOrphans(stores);
    if (shown === "no") hidden.push(memo.id);
  }
  let isEvicted = false;
  for (const id of hidden) {
    if ((await stores.outbox.pendingOf(id)).length > 0) continue;
    await evictMemo(stores, id);
    isEvicted = true;
  }
  return isEvicted;
}

/** Set while comments may be stored whose parents haven't arrived, or files whose memos haven't. */
const orphansKey = defineMeta("orphans_due", mark);

/** Returns true if comments or files may be stored that `evictOrphans` has yet to check. */
export async function areOrphansDue({ meta }: Pick<DeviceReadStores, "meta">): Promise<boolean> {
  return (await meta.get(orphansKey)) !== null;
}

async function noteOrphans(stores: DeviceWriteStores): Promise<void> {
  await stores.meta.set(orphansKey, true);
}

/**
 * Evicts comments that were kept because their parents were unknown, and other users' files whose memos are
 * (R15e). Call it once a pull is complete: no followed scope shows a memo that is still missing. Returns whether
 * any comments were evicted.
 */
export async function evictOrphans(
  stores: DeviceWriteStores,
  follows: ReadonlySet<Scope>,
): Promise<boolean> {
  if (!(await areOrphansDue(stores))) return false;
  await stores.meta.set(orphansKey, null);
  const user = (await stores.meta.get(accountKey)) ?? "";
  let isEvicted = false;
  for (const orphan of await stores.memos.orphansByOthers(user)) {
    // The answer to a pending operation may restore the parent, for example when its purge is refused.
    const [head] = await stores.memos.heads([orphan]);
    const parent = head?.parent ?? null;
    if (parent !== null && (await stores.outbox.pendingOf(parent)).length > 0) {
      await noteOrphans(stores);
      continue;
    }
    const below = await stores.memos.heads(await stores.memos.descendants(orphan));
    const others = below.filter(({ creator }) => creator !== user);
    for (const memo of await stores.memos.heads([orphan, ...others.map(({ id }) => id)])) {
      if ((await isShownHere(stores, memo, follows)) === "yes") continue;
      if ((await stores.outbox.pendingOf(memo.id)).length > 0) continue;
      await evictMemo(stores, memo.id);
      isEvicted = true;
    }
  }
  if (await evictOrphanedFiles(stores, user)) await noteOrphans(stores);
  return isEvicted;
}

/**
 * Returns whether a followed scope shows the memo. Its stored ancestors decide first, even if some are
 * missing: it may be a comment on one of the user's comments. If an ancestor is missing, the memo's own
 * visibility is checked too. If that doesn't show it, the result is "unknown", because the missing ancestor
 * may be a memo of the user.
 */
async function isShownHere(
  stores: DeviceWriteStores,
  memo: PlacedMemo,
  follows: ReadonlySet<Scope>,
): Promise<"yes" | "no" | "unknown"> {
  const isShown = [...(await scopesOf(stores.memos, memo))].some((scope) => follows.has(scope));
  if (isShown) return "yes";
  if (await isRooted(stores, memo)) return "no";
  const shared = sharedScope(memo);
  return shared !== null && follows.has(shared) ? "yes" : "unknown";
}

/** Returns true if all ancestors of a memo are stored. */
async function isRooted(stores: DeviceWriteStores, memo: PlacedMemo): Promise<boolean> {
  for (let above = memo.parent; above !== null;) {
    const parent = await stores.memos.find(above);
    if (parent === null) return false;
    above = parent.parent;
  }
  return true;
}

async function applyMemoResult(
  stores: DeviceWriteStores,
  deps: ResultDeps,
  row: OutboxRow<MemoOp>,
  result: TakenResult,
): Promise<void> {
  const { entity: id, code } = result;
  const isLost =
    result.visibilityClash === true || (await losesOwnChoice(stores, deps.clock, result, row.op));
  if (isLost) await logVisibilityClash(stores, deps.clock);
  const user = (await stores.meta.get(accountKey)) ?? "";
  const isTaken = code !== "applied" && (await applyReactionRefusal(stores, user, row, code));
  if (isTaken) return memoRebase.applyOutcome(stores, id, { seq: result.seq, row: null });
  switch (code) {
    case "applied":
      await keepApplied(stores, row, result);
      await stores.outbox.remove([row.n]);
      if (row.error !== null) await releaseFiles(stores, id);
      if (result.merged) await noteMerge(stores, deps, row, result);
      break;
    case "other-generation":
      if (result.row !== null && row.op.kind === "memo.text") {
        // The owner has purged the memo: there is nothing to reassert, and the purge follows in the outbox.
        if ((await stores.memos.find(id)) === null) await stores.outbox.remove([row.n]);
        await reassertOldEdits(stores, wireToMemo(wireMemoSchema.parse(result.row)));
        // The server refused the document of the edit, but may accept it with the edit.
        if ((await stores.outbox.pendingOf(id)).some(({ n }) => n === row.n)) {
          await reassert(stores, id, deps.clock.nowMs());
          return;
        }
        break;
      }
      await refuse(stores, row, code);
      break;
    case "missing":
    case "missing-base": {
      // The server lacks the memo because it refused it, and would again.
      if (await isWithinHeld(stores, row.op)) {
        await stores.outbox.remove([row.n]);
        return;
      }
      // The server lacks the state that the edit is based on, so the memo is asserted.
      const own = (await stores.memos.find(id))?.creator === (await stores.meta.get(accountKey));
      if (own && row.op.kind !== "memo.put") {
        await reassert(stores, id, deps.clock.nowMs());
        return;
      }
      await refuse(stores, row, code);
      break;
    }
    case "denied":
    case "gone":
    case "invalid":
    case "missing-blob":
    case "too-large":
      await refuse(stores, row, code);
      break;
  }
  const sent = result.row === null ? null : wireToMemo(wireMemoSchema.parse(result.row));
  // A removal holds unsent text (R12a), and this isn't unsent.
  if (sent === null) await stores.outbox.remove(result.appliedLater);
  await memoRebase.applyOutcome(stores, id, { seq: result.seq, row: sent });
  await applyParked(stores, id);
  await takeChoices(stores, id, result.choices);
  await evictIfUnshown(stores, id);
}

/**
 * Adds an applied operation to the base if the server has renewed the document, a row is parked, or edits of
 * the text remain, because the remaining operations depend on it.
 */
async function keepApplied(
  stores: DeviceWriteStores,
  { n, op }: OutboxRow<MemoOp>,
  result: PushResult,
): Promise<void> {
  if ((op.kind !== "memo.text" && op.kind !== "memo.put") || result.row === null) return;
  const base = await stores.bases.get(result.entity);
  if (base === undefined) return;
  const { gen } = wireMemoSchema.parse(result.row).text;
  const known = base.entity;
  const isCurrent = (known?.text.gen ?? (op.kind === "memo.put" ? op.text.gen : op.gen)) === gen;
  const isAlone = !(await hasTextEdits(stores, result.entity, n));
  if (isCurrent && isAlone && (await findParked(stores, result.entity)) === null) return;
  const applied = applyMemoOp(known, op);
  if (!applied.ok || applied.value.entity === null) return;
  await stores.bases.set(result.entity, applied.value.entity);
}

async function hasTextEdits(
  { outbox }: DeviceWriteStores,
  id: string,
  besides: number,
): Promise<boolean> {
  const pending = await outbox.pendingOf(id);
  return pending.some(({ n, op }) => op.kind === "memo.text" && n !== besides);
}

/**
 * Evicts a memo that was only kept for its pending operations, if no followed scope shows it. A memo that is shown
 * only by a scope whose snapshot hasn't ended is judged after it.
 */
async function evictIfUnshown(stores: DeviceWriteStores, id: string): Promise<void> {
  const memo = await stores.memos.find(id);
  if (memo === null || memo.creator === (await stores.meta.get(accountKey))) return;
  const cursors = await stores.cursors.all();
  await evictHidden(stores, [id], new Set(cursors.keys()));
  const [scope, ...others] = await shownBy(stores, memo);
  if (scope === undefined || others.length > 0 || cursors.get(scope) !== 0) return;
  await noteAnswered(stores, id, scope);
}

/** Saves this device's text, which the server's answer replaces, and marks the memo as merged. */
async function noteMerge(
  stores: DeviceWriteStores,
  deps: ResultDeps,
  row: OutboxRow,
  result: PushResult,
): Promise<void> {
  const { entity: id } = result;
  await stores.memoNotes.set(mergeNoteKey, id, true);
  await stores.memoNotes.set(mergedWithKey, id, result.mergedWith ?? null);
  await stores.syncLog.add({
    atMs: Math.round(deps.clock.nowMs()),
    level: "info",
    code: "merged",
    params: {},
  });
  if (result.row === null) return;
  const shown = (await stores.memos.find(id))?.content ?? null;
  const ours = ownText(shown, [row, ...(await stores.outbox.pendingOf(id))]);
  const { creator, text } = wireMemoSchema.parse(result.row);
  const sides = { ours, theirs: null, result: text.content, creator };
  await keepMergedTexts(stores, id, { ...sides, atMs: row.atMs });
}

/** Holds the memo of a refused operation. One that wrote no text is removed from the queue and the view. */
async function refuse(
  stores: DeviceWriteStores,
  row: OutboxRow<MemoOp>,
  code: Refusal["code"],
): Promise<void> {
  if (await holdRefused(stores, row, code)) return;
  await memoRebase.refuse(stores, row, code);
  await memoRebase.show(stores, row.op.entity);
}

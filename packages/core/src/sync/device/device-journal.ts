import { createDebug } from "../../debug/debug.ts";
import { keepDeviceHistory } from "../history/device-history.ts";
import { evictAttachment } from "./evict/evict-files.ts";
import { draftKeys, evictMemo, removeRemnants } from "./evict/evict-memo.ts";
import { commentDraft } from "../../names/names.ts";
import { memoToPut } from "../protocol/wire-memo.ts";
import type { OutboxRow } from "../../stores/sync-stores.ts";
import type { DeviceReadStores, DeviceWriteStores } from "../../stores/device-database.ts";
import {
  fromBase64,
  joinRanges,
  mergeTextUpdates,
  replacedRange,
  toBase64,
} from "../../text/index.ts";
import { enqueueAttachment } from "./outbox/enqueue-attachment.ts";
import type { Journal, MemoChange } from "../../stores/journal.ts";
import { keepClock } from "../../commit/keep-clock.ts";
import type { MemoRow } from "../../model/memo.ts";
import type { MemoOp } from "../../merge/memo-op.ts";
import { stampOf } from "../../model/memo.ts";
import type { Stamp } from "../../model/stamp.ts";
import { wholeTextOp } from "../generations/whole-text.ts";
import { enqueueRegister } from "./kinds/device-registers.ts";
import { accountKey } from "../profile/profile-keys.ts";
import { assertionOf, unwrittenKey } from "./rebase/assertion-of.ts";
import { findHeld, sendAgain } from "./rebase/held-memos.ts";
import { memoRebase } from "./rebase/memo-rebase.ts";

const debug = createDebug("outbox");

/**
 * Creates the journal of a device's own changes. It stores replaced texts as revisions. A profile without an
 * account stores nothing else, because connecting asserts every memo in full. With an account, each change is
 * queued in the outbox. The server's version of the memo is stored beside it until the two agree.
 */
export function createDeviceJournal(): Journal<DeviceWriteStores> {
  return {
    nextSeq: (_stores, current) => Promise.resolve(current),
    async record(stores, change) {
      const id = change.ops[0]?.entity;
      if (id === undefined) return;
      stores.afterCommit({ kind: "memo-written", id });
      await keepClock(stores, change.ops);
      await keepDeviceHistory(stores, change);
      if (change.after === null) await evictPurged(stores, id);
      if (!(await hasAccount(stores))) return;
      await memoRebase.keepBase(stores, id, change.before);
      await enqueue(stores, id, change);
    },
    async recordAttachment(stores, change) {
      for (const memo of new Set([change.before?.memo, change.after?.memo])) {
        if (memo === undefined || memo === null) continue;
        stores.afterCommit({ kind: "memo-written", id: memo });
      }
      stores.afterCommit({ kind: "own-written" });
      await keepClock(stores, [change.op]);
      if (await hasAccount(stores)) await enqueueAttachment(stores, change);
    },
    async recordRegister(stores, { before, op, atMs }) {
      stores.afterCommit({ kind: "own-written" });
      await keepClock(stores, [op]);
      if (!(await hasAccount(stores))) return;
      await enqueueRegister(stores, before, op, atMs);
    },
  };
}

/**
 * Deletes a purged memo's remnants, files and unsent comment. Deletes its comments only without an account: otherwise the
 * server deletes them and notifies every device.
 */
async function evictPurged(stores: DeviceWriteStores, id: string): Promise<void> {
  if (!(await hasAccount(stores))) {
    for (const below of await stores.memos.descendants(id)) await evictMemo(stores, below);
  }
  // The owner removes the memo, so delete unsent files too.
  for (const file of await stores.attachments.listByMemos([id])) {
    await evictAttachment(stores, file.id);
  }
  await removeRemnants(stores, id);
  await stores.meta.set(draftKeys.at(commentDraft(id)), null);
}

/** Returns true if the profile belongs to an account on a server, reachable or not. */
export async function hasAccount(stores: Pick<DeviceReadStores, "meta">): Promise<boolean> {
  return (await stores.meta.get(accountKey)) !== null;
}

async function enqueue(stores: DeviceWriteStores, id: string, change: MemoChange): Promise<void> {
  const held = await findHeld(stores, id);
  const writesText = change.ops.some((op) => op.kind === "memo.text");
  if (writesText && (held !== null || (await hasAssertion(stores, id)))) {
    await stores.memoNotes.set(unwrittenKey, id, null);
  }
  if (held !== null) {
    await stores.outbox.remove([held.n]);
    if (change.after !== null) {
      await sendAgain(
        stores,
        { ...held, atMs: change.atMs },
        await assertionOf(stores, change.after),
      );
      return;
    }
  }
  for (const made of change.ops) {
    const pending = await stores.outbox.pendingOf(id);
    const op = pending.some(isWholeText)
      ? asWholeText(made, change)
      : withEdit(made, change, pending.some(hasText));
    const last = pending.at(-1);
    const known = (await stores.bases.get(id))?.entity?.row ?? null;
    const below = { known, waiting: pending.slice(0, -1) };
    const joined =
      last === undefined || last.attempts > 0 ? null : joinOps(last, op, change, below);
    if (joined === null || last === undefined) await stores.outbox.append(op, change.atMs);
    else await stores.outbox.replace(last.n, joined);
    debug(joined === null ? "appended" : "joined", () => ({ kind: op.kind, memo: id }));
  }
}

async function hasAssertion({ outbox }: DeviceWriteStores, id: string): Promise<boolean> {
  return (await outbox.pendingOf(id)).some(({ op }) => op.kind === "memo.put");
}

function isWholeText({ op }: OutboxRow): boolean {
  return op.kind === "memo.text" && op.whole !== undefined;
}

function hasText({ op }: OutboxRow): boolean {
  return op.kind === "memo.text" || op.kind === "memo.put";
}

/**
 * Returns a text operation with its edit as a part of the text that it replaces. `isBehind`: other texts wait for the
 * server, which may never have that text, so the edit contains it.
 */
function withEdit(op: MemoOp, { before, after }: MemoChange, isBehind: boolean): MemoOp {
  if (op.kind !== "memo.text" || before === null || after === null) return op;
  const base = before.row.content;
  return { ...op, edit: { ...replacedRange(base, after.row.content), ...(isBehind && { base }) } };
}

/**
 * Returns the edit as a whole text. An edit after a whole text was made on a document that the server never
 * receives.
 */
function asWholeText(op: MemoOp, { before, after }: MemoChange): MemoOp {
  if (op.kind !== "memo.text" || op.whole !== undefined || before === null || after === null) {
    return op;
  }
  return wholeTextOp(op, op.gen, { base: before.row.content, content: after.row.content });
}

/** State that a pending operation applies to. */
interface Below {
  /** Server's row as this device last received it. */
  readonly known: MemoRow | null;
  readonly waiting: readonly OutboxRow<MemoOp>[];
}

/**
 * Returns one operation with the effect of two consecutive ones, or null. Only called for a row that was
 * never sent, because an operation that a server may have seen under its number must not change.
 */
function joinOps(last: OutboxRow, next: MemoOp, change: MemoChange, below: Below): MemoOp | null {
  const { op } = last;
  const { known } = below;
  if (op.kind === "memo.put") {
    if (change.after === null) return next;
    const put = memoToPut(change.after);
    if (put.kind !== "memo.put" || put.text.gen !== op.text.gen)
      return { ...put, stamp: next.stamp };
    return { ...put, stamp: next.stamp, text: { ...op.text, ...put.text } };
  }
  if (op.kind === "memo.text" && next.kind === "memo.text" && next.whole !== undefined) {
    if (op.whole === undefined) return null;
    // The displayed text already includes the server's text: only the difference from that is an edit.
    const base = known?.content ?? op.whole.base;
    return wholeTextOp(next, op.gen, { base, content: next.whole.content });
  }
  if (op.kind === "memo.text" && next.kind === "memo.text") return joinEdits(op, next, change);
  if (op.kind === "memo.set" && next.kind === "memo.set" && !isOvertaken(op, next, known)) {
    // The later choice was made after seeing changes that arrived since the first (S4b).
    const isChosenAgain = next.set.visibility !== undefined;
    const baseVisibility = isChosenAgain ? visibilityBelow(below) : op.baseVisibility;
    const extra = { ...op.extra, ...next.extra };
    const joined = {
      ...next,
      set: { ...op.set, ...next.set },
      ...(Object.keys(extra).length > 0 && { extra }),
    };
    return baseVisibility === undefined ? joined : { ...joined, baseVisibility };
  }
  return null;
}

/**
 * Returns one edit of the text with the effect of two, or null if it would be of two documents or the second
 * one was made on another text: a row from the server came between them.
 */
function joinEdits(op: TextOp, next: TextOp, { after }: MemoChange): TextOp | null {
  if (op.gen !== next.gen || op.resultSha !== next.baseSha || after === null) return null;
  const update = mergeTextUpdates([fromBase64(op.update), fromBase64(next.update)]);
  const { edit: _edit, ...joined } = { ...next, update: toBase64(update), baseSha: op.baseSha };
  if (op.edit === undefined || next.edit === undefined) return joined;
  const { base } = op.edit;
  const edit = joinRanges(op.edit, next.edit, after.row.content);
  return { ...joined, edit: { ...edit, ...(base !== undefined && { base }) } };
}

/**
 * Returns true if the server has a newer value of a pending field. With the later stamp of the next
 * operation, the pending value would win over a value that the user has since seen (S3).
 */
function isOvertaken(op: SetOp, next: SetOp, known: MemoRow | null): boolean {
  if (known === null) return false;
  const fields = Object.keys(op.set) as (keyof SetOp["set"])[];
  return fields.some((field) => !(field in next.set) && stampOf(known.stamps, field) > op.stamp);
}

/** Returns the newest visibility stamp in the state that an operation applies to, or undefined. */
function visibilityBelow({ known, waiting }: Below): Stamp | undefined {
  const stamps = waiting.flatMap(({ op }) => {
    if (op.kind === "memo.put") return stampOf(op.stamps, "visibility");
    return op.kind === "memo.set" && op.set.visibility !== undefined ? op.stamp : [];
  });
  if (known !== null) stamps.push(stampOf(known.stamps, "visibility"));
  return stamps.toSorted().at(-1);
}

type SetOp = Extract<MemoOp, { kind: "memo.set" }>;
type TextOp = Extract<MemoOp, { kind: "memo.text" }>;

import { commitMemo } from "../memo/commit-memo.ts";
import type { Caller } from "../memo/access.ts";
import type { MemoEntity } from "../memo/model.ts";
import { findPastText } from "../memo/stale-text.ts";
import { entityOf } from "../memo/write-memo.ts";
import type { WriteStores } from "../ports.ts";
import { mergeTexts, textHash } from "../text/index.ts";
import { applyMemoOp, clashesInVisibility } from "./apply-operation.ts";
import { authoriseOp } from "./authorise-op.ts";
import { loadMemos, wireBytes } from "./load-memos.ts";
import { lostChoices, noteLostChoice } from "./lost-visibility.ts";
import type { MemoOp } from "./operation.ts";
import { repairMergedText } from "./repair-text.ts";
import { stampOf } from "./stamp.ts";
import type { LoadedRow, PushDeps, PushOutcome, ServerKind } from "./server-kind.ts";
import { mergeNewerPut, mergeOlderPut, wholeTextToPut } from "./whole-text.ts";

/** Memos, as the server sends them to devices and takes operations on them. */
export const serverMemos: ServerKind<MemoOp> = {
  async load(stores, reader, ids) {
    const rows = new Map<string, LoadedRow>();
    const memos = await loadMemos(stores, reader, ids);
    const lost = await lostChoices(stores, [...memos.keys()]);
    for (const [id, row] of memos) {
      const stamp = row.creator === reader.caller.name ? lost.get(id) : undefined;
      const loaded = { row, seq: row.seq, bytes: wireBytes(row) };
      rows.set(id, stamp === undefined ? loaded : { ...loaded, visibilityLost: stamp });
    }
    return rows;
  },
  apply: applyMemoPushed,
};

async function applyMemoPushed(
  deps: PushDeps,
  stores: WriteStores,
  caller: Caller,
  op: MemoOp,
): Promise<PushOutcome> {
  deps.clock.observe(op.stamp);
  if (await stores.tombstones.has("memo", op.entity)) {
    return { code: op.kind === "memo.purge" ? "applied" : "gone", merged: false };
  }
  const record = await stores.memos.find(op.entity);
  const before = record === null ? null : await entityOf(stores, record);
  const allowed = await authoriseOp(stores, caller, before, op, deps.limits());
  if (!allowed.ok) return { code: allowed.error, merged: false };

  const isDropped = op.kind === "memo.put" && deps.faults?.has("older-text-dropped") === true;
  const restated =
    before === null || isDropped ? null : await restate(stores, before, allowed.value);
  const isConcurrent =
    op.kind === "memo.text" &&
    restated === null &&
    before !== null &&
    textHash(before.row.content) !== op.baseSha;
  const repair = isConcurrent ? repairMergedText(before, op, deps) : null;
  const sent = isConcurrent ? await senderText(stores, before, op) : undefined;
  const otherText = restated?.otherText ?? sent;
  const merged = isConcurrent || restated !== null;
  const committed = await stores.savepoint(() =>
    commitMemo(stores, deps.journal, {
      before,
      ops: [restated?.op ?? allowed.value, ...(repair === null ? [] : [repair])],
      caller,
      textReason: merged ? "merge" : "edit",
      otherText,
      isPushed: true,
      atMs: deps.clock.nowMs(),
    }),
  );
  const hasClash =
    before !== null &&
    op.kind === "memo.set" &&
    op.set.visibility !== before.row.visibility &&
    clashesInVisibility(before.row, op);
  if (committed.ok && hasClash && committed.value?.row.visibility !== before.row.visibility) {
    await noteLostChoice(stores, op.entity, stampOf(before.row.stamps, "visibility"));
  }
  if (committed.ok) return { code: "applied", merged, hasClash };
  const code = committed.error.type === "invalid-update" ? "invalid" : committed.error.type;
  return { code, merged: false };
}

/** What an operation on another generation of the memo's document comes to; null for any other. */
async function restate(
  stores: WriteStores,
  before: MemoEntity,
  op: MemoOp,
): Promise<{ readonly op: MemoOp; readonly otherText: string | undefined } | null> {
  if (op.kind === "memo.text" && op.whole !== undefined) {
    return { op: wholeTextToPut(before, op, op.whole), otherText: op.whole.content };
  }
  if (op.kind !== "memo.put" || op.text.gen === before.text.gen) return null;
  if (op.text.content === before.row.content) return null;
  if (op.text.gen > before.text.gen) {
    return { op: mergeNewerPut(before, op), otherText: op.text.content };
  }
  return { op: await mergeOlderPut(stores, before, op), otherText: op.text.content };
}

/**
 * The text that a device had when it made an edit which met one that it had not seen: the server's
 * text with the device's edit in and what the device lacked out. undefined when the text that both
 * began with is not kept any more.
 */
async function senderText(
  stores: WriteStores,
  before: MemoEntity,
  op: Extract<MemoOp, { kind: "memo.text" }>,
): Promise<string | undefined> {
  const base = await findPastText(stores, op.entity, op.baseSha);
  const applied = base === null ? null : applyMemoOp(before, op);
  if (base === null || applied?.ok !== true || applied.value.entity === null) return undefined;
  return mergeTexts(before.row.content, applied.value.entity.row.content, base);
}

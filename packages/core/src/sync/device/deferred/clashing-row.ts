import { entityOf } from "../../../commit/entity-of.ts";
import type { MemoEntity } from "../../../model/memo.ts";
import type { DeviceWriteStores } from "../../../stores/device-database.ts";
import type { OutboxRow } from "../../../stores/sync-stores.ts";
import { applyMemoOp } from "../../../merge/apply-memo-op.ts";
import { isMemoOp } from "../../../merge/sync-op.ts";
import { areOfOneHistory, commonPast, madeTokens, mergeReadings } from "../../../text/index.ts";
import { memoText } from "../../generations/rebase-edits.ts";
import { assertedAmong } from "../../generations/whole-text.ts";

/**
 * Returns true if unsent edits and a row from the server replaced the same tokens, or one inserted text where the
 * other changed letters of a token (T3g). Merging them letter by letter would show a number that nobody wrote.
 * The server decides when it gets the edits; until then the device shows its own text, and the row is parked
 * (T3d). `base`: the server's version that the edits were made on, or null if that is unknown.
 */
export async function clashesWithEdits(
  stores: Pick<DeviceWriteStores, "outbox" | "memos">,
  base: MemoEntity | null,
  incoming: MemoEntity,
): Promise<boolean> {
  const { id, content } = incoming.row;
  const waiting = await stores.outbox.waitingOn(id);
  const known = base ?? assertedAmong(waiting);
  if (known === null || known.text.gen !== incoming.text.gen) return false;
  // An assertion of a memo that the server has is a held one.
  const isEdited = waiting.some(
    ({ op }) => op.kind === "memo.put" || (op.kind === "memo.text" && op.whole === undefined),
  );
  const shown = isEdited ? await stores.memos.find(id) : null;
  if (shown === null) return false;
  const [ours, theirs] = [memoText(await entityOf(stores, shown)), memoText(incoming)];
  // The server can't apply edits of another history, so they are sent as a whole text (R14c).
  if (!areOfOneHistory(ours, theirs)) return false;
  // The assertion doesn't say which edits it contains.
  if (base === null && shown.content === known.row.content)
    return commonPast(ours, theirs) !== null;
  const merged = mergeReadings(known.row.content, content, shown.content, "theirs");
  const sides = [content, shown.content, merged.text];
  return merged.isDecided || madeTokens(mergeLetters(incoming, waiting), sides);
}

/** Returns the text of a row with unsent edits applied to its document. */
function mergeLetters(incoming: MemoEntity, waiting: readonly OutboxRow[]): string {
  let entity = incoming;
  for (const { op } of waiting) {
    if (!isMemoOp(op)) continue;
    const applied = applyMemoOp(entity, op);
    if (applied.ok && applied.value.entity !== null) entity = applied.value.entity;
  }
  return entity.row.content;
}

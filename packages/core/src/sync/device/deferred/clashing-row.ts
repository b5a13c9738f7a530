import type { MemoEntity } from "../../../model/memo.ts";
import type { DeviceWriteStores } from "../../../stores/device-database.ts";
import { mergeReadings } from "../../../text/index.ts";

/**
 * Returns true if unsent edits and a row from the server replaced the same tokens. Merging them letter by letter
 * would show a number that nobody wrote. The server decides when it gets the edits; until then the device shows
 * its own text, and the row is parked (T3c). `base`: the server's version that the edits were made on.
 */
export async function clashesWithEdits(
  stores: Pick<DeviceWriteStores, "outbox" | "memos">,
  base: MemoEntity | null,
  incoming: MemoEntity,
): Promise<boolean> {
  if (base === null || base.text.gen !== incoming.text.gen) return false;
  const { id, content } = incoming.row;
  if (content === base.row.content) return false;
  const waiting = await stores.outbox.waitingOn(id);
  // An assertion of a memo that the server has is a held one.
  const isEdited = waiting.some(
    ({ op }) => op.kind === "memo.put" || (op.kind === "memo.text" && op.whole === undefined),
  );
  if (!isEdited) return false;
  const shown = (await stores.memos.find(id))?.content ?? content;
  return mergeReadings(base.row.content, content, shown, "theirs").isDecided;
}

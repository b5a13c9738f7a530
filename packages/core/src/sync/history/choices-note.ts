import { z } from "zod";
import { newestStampKey } from "../../commit/keep-clock.ts";
import { stampSchema } from "../../merge/memo-op.ts";
import { stampNode } from "../../model/stamp.ts";
import type { DeviceWriteStores } from "../../stores/device-database.ts";
import { defineMemoNote } from "../../stores/meta/define-meta.ts";
import { json, text } from "../../stores/meta/meta-form.ts";
import type { WireChoices } from "../protocol/merge-choices.ts";

const sideSchema = z.object({
  /** "" if unknown. */
  device: z.string(),
  /** True if it is this device. */
  isHere: z.boolean(),
});

const noteSchema = z.object({
  stamp: stampSchema,
  /** False if another device's user was asked, and after the note was closed. */
  isOpen: z.boolean(),
  kept: sideSchema,
  other: sideSchema,
  places: z.array(z.object({ at: z.int(), kept: z.string(), other: z.string() })),
});

/** Choices of a memo's last merge, as this device shows them. */
export type ChoicesNote = z.infer<typeof noteSchema>;

/** Last choices of a memo that this device received. */
export const choicesNoteKey = defineMemoNote<ChoicesNote>("choices_here", json(noteSchema));

/** Name of the device whose changes were merged with this device's last. */
export const mergedWithKey = defineMemoNote("merged_with", text);

/**
 * Stores the choices that came with a row: both texts in the history, and a note if this device wrote one of
 * them. `isFirst`: the device had nothing of the memo.
 */
export async function takeChoices(
  stores: DeviceWriteStores,
  memo: string,
  choices: WireChoices | undefined,
  isFirst = false,
): Promise<void> {
  if (choices === undefined || (await stores.memos.find(memo)) === null) return;
  const known = (await stores.memoNotes.among(choicesNoteKey, [memo])).get(memo);
  if (known !== undefined && known.stamp >= choices.stamp) return;
  for (const revision of choices.revisions) {
    if ((await stores.revisions.find(revision.id)) !== null) continue;
    await stores.revisions.add({ ...revision, memo, reason: "merge" });
  }
  const newest = await stores.meta.get(newestStampKey);
  const node = newest === null ? "" : stampNode(newest);
  const sideOf = ({ device, node: from }: WireChoices["kept"]): ChoicesNote["kept"] => {
    return { device, isHere: from === node };
  };
  const [kept, other] = [sideOf(choices.kept), sideOf(choices.other)];
  const isOpen = !isFirst && (kept.isHere || other.isHere);
  const { stamp, places } = choices;
  await stores.memoNotes.set(choicesNoteKey, memo, { stamp, isOpen, kept, other, places });
}

import { appError, type AppError, err, notFound, type Result } from "@tidemark/core";
import type { DeviceDatabase } from "@tidemark/core";
import type { MemoService } from "@tidemark/core/memo";
import type { Caller, MemoRecord } from "@tidemark/core/model";
import type { MergeView } from "@tidemark/core/router";
import {
  type ChoicesNote,
  choicesNoteKey,
  mergedWithKey,
  mergeNoteKey,
} from "@tidemark/core/sync/device";

type Notes = Parameters<Parameters<DeviceDatabase["write"]>[0]>[0]["memoNotes"];

/** Returns the merges that the user hasn't seen yet, by memo. */
export async function unseenMerges(
  notes: Pick<Notes, "amongAll">,
  memos: readonly Pick<MemoRecord, "id" | "content">[],
): Promise<ReadonlyMap<string, MergeView>> {
  const ids = memos.map(({ id }) => id);
  const keys = [mergeNoteKey, choicesNoteKey, mergedWithKey] as const;
  const [merged, choices, names] = await notes.amongAll(keys, ids);
  const unseen = new Map<string, MergeView>();
  for (const { id, content } of memos) {
    const made = choices.get(id);
    const open = made?.isOpen === true ? made : undefined;
    const places = open === undefined ? [] : placesOf(open, content);
    if (places.length === 0 && !merged.has(id)) continue;
    const known = open === undefined ? "" : (open.kept.isHere ? open.other : open.kept).device;
    unseen.set(id, { device: known === "" ? (names.get(id) ?? "") : known, places });
  }
  return unseen;
}

/** Returns the places whose kept reading is still in the text: another device may have chosen the other one. */
function placesOf({ kept, other, places }: ChoicesNote, content: string): MergeView["places"] {
  const nameOf = ({ device, isHere }: ChoicesNote["kept"]): string | null =>
    isHere ? null : device;
  return places.flatMap((place, index) =>
    findReading(content, place) === null
      ? []
      : {
          index,
          kept: place.kept,
          other: place.other,
          keptDevice: nameOf(kept),
          otherDevice: nameOf(other),
        },
  );
}

/** Closes the note of a merge. Its choices stay stored, so that they aren't shown again. */
export async function closeMerge(notes: Notes, memo: string): Promise<void> {
  await notes.set(mergeNoteKey, memo, null);
  await notes.set(mergedWithKey, memo, null);
  const choices = (await notes.among(choicesNoteKey, [memo])).get(memo);
  if (choices?.isOpen === true)
    await notes.set(choicesNoteKey, memo, { ...choices, isOpen: false });
}

/**
 * Replaces a reading that stayed in a merge with the other one, and closes its part of the note. Fails with
 * FAILED_PRECONDITION if the text no longer has it.
 */
export async function takeReading(
  { database, memos }: { readonly database: DeviceDatabase; readonly memos: MemoService },
  caller: Caller,
  { id, place: index }: { readonly id: string; readonly place: number },
): Promise<Result<MemoRecord, AppError>> {
  const choices = (
    await database.read(({ memoNotes }) => memoNotes.among(choicesNoteKey, [id]))
  ).get(id);
  const place = choices?.places[index];
  if (choices === undefined || place === undefined) return err(notFound());
  const done = await memos.update(
    caller,
    id,
    async ({ memo: { content } }) => {
      const at = findReading(content, place);
      if (at === null) return err(appError("FAILED_PRECONDITION", "the text has changed since"));
      const rest = content.slice(at + place.kept.length);
      return { ok: true, value: { content: content.slice(0, at) + place.other + rest } };
    },
    { textReason: "overwrite" },
  );
  if (!done.ok) return done;
  await database.write(async ({ memoNotes }) => {
    const places = choices.places.toSpliced(index, 1);
    await memoNotes.set(choicesNoteKey, id, { ...choices, places });
    if (places.length === 0) await closeMerge(memoNotes, id);
  });
  return done;
}

/** Returns the position of a reading as a whole token, the one closest to where it was; null if there is none. */
export function findReading(
  content: string,
  { at, kept }: { readonly at: number; readonly kept: string },
): number | null {
  let found: number | null = null;
  for (let next = content.indexOf(kept); next !== -1; next = content.indexOf(kept, next + 1)) {
    const isCloser = found === null || Math.abs(next - at) < Math.abs(found - at);
    if (isCloser && isWhole(content, next, next + kept.length)) found = next;
    if (kept === "") break;
  }
  return found;
}

function isWhole(content: string, start: number, end: number): boolean {
  return !areOneWord(content, start) && !areOneWord(content, end);
}

/** Returns true if a position is within a word or a number. CJK letters are words of their own. */
function areOneWord(content: string, at: number): boolean {
  const around = content.slice(Math.max(0, at - 1), at + 1);
  return /^[\p{L}\p{N}]{2}$/u.test(around) && !/\p{sc=Han}|\p{sc=Hira}|\p{sc=Kana}/u.test(around);
}

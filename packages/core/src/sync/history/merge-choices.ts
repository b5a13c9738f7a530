import { z } from "zod";
import { stampNode } from "../../model/stamp.ts";
import type { ReadStores, WriteStores } from "../../stores/database.ts";
import type { MemoChange } from "../../stores/journal.ts";
import { defineMemoNote } from "../../stores/meta/define-meta.ts";
import { json } from "../../stores/meta/meta-form.ts";
import type { Clash } from "../../text/index.ts";
import {
  choicesShape,
  maxPlaces,
  maxReading,
  type WireChoices,
} from "../protocol/merge-choices.ts";
import type { TextWriter } from "./text-writer.ts";

/** Maximum length of a text that is sent with a row, in UTF-16 units. A longer one is read with the history. */
const maxSentText = 16_384;

const storedSchema = z.object({ ...choicesShape, revisions: z.array(z.string()) });
type StoredChoices = z.infer<typeof storedSchema>;

/** Last choices of a memo on the server. */
const choicesKey = defineMemoNote<StoredChoices>("choices", json(storedSchema));

/** Returns the last choices of memos, by memo, with the texts that are short enough to be sent. */
export async function loadChoices(
  { memoNotes, revisions }: Pick<ReadStores, "memoNotes" | "revisions">,
  memos: readonly string[],
): Promise<ReadonlyMap<string, WireChoices>> {
  const stored = await memoNotes.among(choicesKey, memos);
  const loaded = new Map<string, WireChoices>();
  for (const [memo, note] of stored) {
    const found = (await revisions.findMany(note.revisions)).filter(
      (revision) => revision.memo === memo && revision.content.length <= maxSentText,
    );
    loaded.set(memo, {
      ...note,
      revisions: found.map(({ id, content, author, device, atMs }) => {
        return { id, content, author, device, atMs };
      }),
    });
  }
  return loaded;
}

/** Stores the choices of a merge on the server. `writer`: the writer of the replaced text. */
export async function noteChoices(
  { memoNotes }: Pick<WriteStores, "memoNotes">,
  { choices, ops, caller, after }: MemoChange,
  { writer, revisions }: { readonly writer: TextWriter; readonly revisions: readonly string[] },
): Promise<void> {
  const first = ops.find(({ kind }) => kind === "memo.text" || kind === "memo.put");
  const last = ops.at(-1);
  if (choices === undefined || after === null || first === undefined || last === undefined) return;
  const places = choices.clashes.filter(isShort).slice(0, maxPlaces);
  if (choices.clashes.length === 0) return;
  const ours = { device: writer.device, node: stampNode(writer.stamp) };
  const theirs = { device: caller.device, node: stampNode(first.stamp) };
  const keepsOurs = choices.keeps === "ours";
  await memoNotes.set(choicesKey, after.row.id, {
    stamp: last.stamp,
    kept: keepsOurs ? ours : theirs,
    other: keepsOurs ? theirs : ours,
    places: places.map((place) => ({
      at: place.at,
      kept: keepsOurs ? place.ours : place.theirs,
      other: keepsOurs ? place.theirs : place.ours,
    })),
    revisions: [...revisions],
  });
}

function isShort({ ours, theirs }: Clash): boolean {
  return ours.length <= maxReading && theirs.length <= maxReading;
}

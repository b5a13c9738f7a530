import { z } from "zod";
import type { RenamedPlace, TagStep } from "../../markdown/index.ts";
import { tagStyleSchema } from "../../setting/index.ts";
import { defineMemoNote, defineMeta } from "../../stores/meta/define-meta.ts";
import { json } from "../../stores/meta/meta-form.ts";
import type { TagBranch } from "../../stores/memo-store.ts";
import type { UserReference } from "../../names/names.ts";

/** What is done to a tag in every memo of a user: another name, which may be one that is used; or none. */
export interface TagChange {
  readonly from: string;
  /** null removes it. */
  readonly to: string | null;
}

const edit = z.object({ at: z.int(), removed: z.string(), inserted: z.string() });
const place = z.object({
  id: z.string(),
  tag: z.string(),
  createdMs: z.number(),
  number: z.number(),
});
const runSchema = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string().nullable(),
  state: z.enum(["running", "stopped", "done", "undoing", "undone"]),
  startedMs: z.number(),
  /** How many memos had the tag as it began. */
  total: z.int(),
  changed: z.int(),
  /** Memos that could not be changed: their texts would have been read another way, or are not one's to write. */
  left: z.int(),
  undone: z.int(),
  /** How far the index was walked, and then the notes. */
  after: place.nullable(),
  undoneTo: z.string(),
  /** The looks that tags had, by name; null: none. What it gave them is known by the names. */
  looks: z.record(z.string(), tagStyleSchema.nullable()),
});

/** A change of a tag that is under way, or the last one that was: a device has one at a time. */
export type TagRun = z.infer<typeof runSchema>;

export const tagRunKey = defineMeta("tag_run", json(runSchema));

const undoSchema = z.object({
  run: z.string(),
  places: z
    .array(
      z.object({
        was: z.string().nullable(),
        is: z.string(),
        isGuarded: z.boolean(),
        before: z.string(),
        after: z.string(),
      }),
    )
    .readonly()
    .optional(),
  seenIn: z.string().optional(),
  steps: z
    .array(z.object({ tag: z.string(), isAdded: z.boolean(), edits: z.array(edit).readonly() }))
    .readonly()
    .optional(),
});

/** What takes a run back in one memo: of a renaming its places, of a removal its steps and their text. */
export type TagRunUndo = { readonly run: string } & (
  | { readonly places: readonly RenamedPlace[] }
  | { readonly seenIn: string; readonly steps: readonly TagStep[] }
);

export const tagUndoKey = defineMemoNote("tag_undo", json(undoSchema));

const renamedSchema = z.array(
  z.object({ from: z.string(), to: z.string(), atMs: z.number(), left: z.int() }),
);

/** A renaming that was done here lately: memos that come with the old tag are offered to be renamed. */
export type RenamedLately = z.infer<typeof renamedSchema>[number];

export const renamedLatelyKey = defineMeta("renamed_tags", json(renamedSchema));

/** Most renamings that are remembered, and for how long. */
export const maxRenamedLately = 20;
export const renamedLatelyMs = 30 * 86_400_000;

/** Which tags a change is about: one that goes under itself goes alone (M31). */
export function branchOf({ from, to }: TagChange, user: UserReference): TagBranch {
  return { user, tag: from, withUnder: to === null || !to.startsWith(`${from}/`) };
}

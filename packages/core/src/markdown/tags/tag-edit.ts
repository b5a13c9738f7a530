/** Text to remove at `at`, and text to insert there. Offsets refer to the text before the edits. */
export interface TagEdit {
  readonly at: number;
  readonly removed: string;
  readonly inserted: string;
}

/** One tag that was added to a text, or removed from it. The edits are disjoint and in order. */
export interface TagStep {
  readonly tag: string;
  readonly isAdded: boolean;
  readonly edits: readonly TagEdit[];
}

export function applyEdits(content: string, edits: readonly TagEdit[]): string {
  let after = "";
  let from = 0;
  for (const { at, removed, inserted } of edits) {
    after += content.slice(from, at) + inserted;
    from = at + removed.length;
  }
  return after + content.slice(from);
}

/** Returns the inverse edits, with offsets in the text after these edits. */
export function invertEdits(edits: readonly TagEdit[]): TagEdit[] {
  let shift = 0;
  return edits.map(({ at, removed, inserted }) => {
    const inverse = { at: at + shift, removed: inserted, inserted: removed };
    shift += inserted.length - removed.length;
    return inverse;
  });
}

/** What stands at `at` and is removed, and what is put there. Offsets are in the text before. */
export interface TagEdit {
  readonly at: number;
  readonly removed: string;
  readonly inserted: string;
}

/** One tag that was added to a text, or removed: disjoint edits, in order. */
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

/** The edits that lead back, in offsets of the text that these lead to. */
export function invertEdits(edits: readonly TagEdit[]): TagEdit[] {
  let shift = 0;
  return edits.map(({ at, removed, inserted }) => {
    const inverse = { at: at + shift, removed: inserted, inserted: removed };
    shift += inserted.length - removed.length;
    return inverse;
  });
}

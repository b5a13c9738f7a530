import {
  type ChangeDesc,
  type EditorState,
  StateEffect,
  StateField,
  type TransactionSpec,
} from "@codemirror/state";

/** Place in a text for a file being uploaded; the text may change meanwhile. */
export interface FilePlace {
  /** Number that rises in the order in which files were given. */
  readonly key: number;
  /** Selection to replace, as of when the file was given. */
  readonly from: number;
  readonly to: number;
  /** True if a placeholder is drawn. */
  readonly isShown: boolean;
  /** Identifies the files that were given together. */
  readonly batch: symbol;
  /** Separator between files of one batch. */
  readonly gap: string;
  /** True if the separator goes before the file: another file, or text, precedes it. */
  readonly isNext: boolean;
}

export const placesBegan = StateEffect.define<readonly FilePlace[]>();
export const placeShown = StateEffect.define<{ readonly key: number; readonly isShown: boolean }>();
/** Ends a place: its file is abandoned, or written in the same transaction. */
export const placeEnded = StateEffect.define<{
  readonly key: number;
  readonly isWritten: boolean;
}>();

/** Places of a text, in the order of their keys. */
export const filePlaces = StateField.define<readonly FilePlace[]>({
  create: () => [],
  update(before, { changes, effects }) {
    let writtenKey = Infinity;
    for (const effect of effects) {
      if (effect.is(placeEnded) && effect.value.isWritten) writtenKey = effect.value.key;
    }
    // The array stays the same if nothing changes, because decorations depend on it.
    const isMoved = !changes.empty && before.length > 0;
    let places = isMoved ? before.map((place) => moved(place, changes, writtenKey)) : before;
    for (const effect of effects) {
      if (effect.is(placesBegan)) places = [...places, ...effect.value];
      if (effect.is(placeShown)) {
        const { key, isShown } = effect.value;
        places = places.map((place) => (place.key === key ? { ...place, isShown } : place));
      }
      if (effect.is(placeEnded)) places = ended(places, effect.value);
    }
    return places;
  },
});

/**
 * Maps a place through changes. Text inserted at a place ends up after it, and so does the caret; only the
 * text of a file given earlier is before it. A selection that was changed is not replaced.
 */
function moved(place: FilePlace, changes: ChangeDesc, writtenKey: number): FilePlace {
  const { from, to } = place;
  if (from < to && !isChanged(changes, from, to)) {
    return { ...place, from: changes.mapPos(from, 1), to: changes.mapPos(to, -1) };
  }
  const at = changes.mapPos(to, place.key > writtenKey ? 1 : -1);
  return { ...place, from: at, to: at };
}

function isChanged(changes: ChangeDesc, from: number, to: number): boolean {
  let isFound = false;
  changes.iterChangedRanges((start, end) => {
    if (start < to && end > from) isFound = true;
  });
  return isFound;
}

function ended(
  places: readonly FilePlace[],
  { key, isWritten }: { readonly key: number; readonly isWritten: boolean },
): FilePlace[] {
  const left = places.find((place) => place.key === key);
  return places
    .filter((place) => place !== left)
    .map((place) =>
      isWritten && place.batch === left?.batch ? { ...place, isNext: true } : place,
    );
}

/** Returns places for files that are given together. The first replaces the selection. */
export function placesFor(
  state: EditorState,
  keys: readonly number[],
  place: { readonly from: number; readonly to: number; readonly isApart?: boolean },
): FilePlace[] {
  const { from, to, isApart = true } = place;
  const { text, from: start } = state.doc.lineAt(from);
  const isAlone = text.slice(0, from - start).trim() === "";
  const batch = Symbol("files");
  return keys.map((key, index) => ({
    key,
    from: index === 0 ? from : to,
    to,
    isShown: true,
    batch,
    // Files on an empty line are paragraphs; in a sentence or a list item they follow each other.
    gap: isAlone ? "\n\n" : " ",
    isNext: !isApart || isAfterFile(state, from),
  }));
}

/** Returns true if a file, or the place of one, ends at an offset: two links would read as one. */
function isAfterFile(state: EditorState, at: number): boolean {
  if (state.field(filePlaces, false)?.some(({ to }) => to === at) === true) return true;
  const line = state.doc.lineAt(at);
  return /\]\(\/file\/[^\s()]*\)$/.test(line.text.slice(0, at - line.from));
}

/** Returns the change that writes a file's Markdown into its place; `null` if that no longer exists. */
export function writeAtPlace(
  state: EditorState,
  key: number,
  markdown: string,
): TransactionSpec | null {
  const place = state.field(filePlaces, false)?.find((each) => each.key === key);
  if (place === undefined) return null;
  const insert = (place.isNext ? place.gap : "") + markdown;
  const changes = state.changes({ from: place.from, to: place.to, insert });
  return {
    changes,
    // A caret at the place moves to the end of the file's Markdown, as after any paste.
    selection: state.selection.map(changes, 1),
    effects: placeEnded.of({ key, isWritten: true }),
  };
}

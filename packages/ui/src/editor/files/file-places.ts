import {
  type ChangeDesc,
  type EditorState,
  StateEffect,
  StateField,
  type TransactionSpec,
} from "@codemirror/state";

/** Where a file that is on its way belongs in a text; one may write on meanwhile. */
export interface FilePlace {
  /** Rising in the order in which files were given. */
  readonly key: number;
  /** What was selected when it was given, which it is to replace. */
  readonly from: number;
  readonly to: number;
  /** Whether something is drawn there. */
  readonly isShown: boolean;
  /** Those that were given together. */
  readonly batch: symbol;
  /** What stands between those of one batch. */
  readonly gap: string;
  /** Whether one of its batch stands before it in the text, or else what it is to be apart from. */
  readonly isNext: boolean;
}

export const placesBegan = StateEffect.define<readonly FilePlace[]>();
export const placeShown = StateEffect.define<{ readonly key: number; readonly isShown: boolean }>();
/** It is left, or written in the same transaction. */
export const placeEnded = StateEffect.define<{
  readonly key: number;
  readonly isWritten: boolean;
}>();

/** The places of a text, in the order of their keys. */
export const filePlaces = StateField.define<readonly FilePlace[]>({
  create: () => [],
  update(before, { changes, effects }) {
    let writtenKey = Infinity;
    for (const effect of effects) {
      if (effect.is(placeEnded) && effect.value.isWritten) writtenKey = effect.value.key;
    }
    // Kept as it is where nothing changes: what is drawn follows it.
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
 * What is written at a place stands behind it, as the caret does; only the text of a file that was given
 * earlier stands before. What was selected and has been changed since is not replaced.
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

/** Places for files that are given together: the first takes the place of what is selected. */
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
    // Pictures on lines of their own are paragraphs; in a sentence or an item they follow each other.
    gap: isAlone ? "\n\n" : " ",
    isNext: !isApart,
  }));
}

/** Writes what names a file into its place. Null where the place is gone. */
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
    // A caret that waits at the place is behind the file, as after any paste.
    selection: state.selection.map(changes, 1),
    effects: placeEnded.of({ key, isWritten: true }),
  };
}

import { EditorState, type TransactionSpec } from "@codemirror/state";
import { describe, expect, test } from "vitest";
import { filePlaces, placeEnded, placesBegan, placesFor, writeAtPlace } from "./file-places.ts";

interface Selected {
  readonly from: number;
  readonly to: number;
}

/** A text with places for files, and functions to edit it. */
function text(doc: string) {
  let state = EditorState.create({ doc, extensions: filePlaces });
  const apply = (spec: TransactionSpec | null): void => {
    if (spec !== null) state = state.update(spec).state;
  };
  return {
    begin(keys: readonly number[], place: Selected): void {
      const effects = placesBegan.of(placesFor(state, keys, place));
      apply({ effects, selection: { anchor: place.to } });
    },
    /** Types text: it replaces the selection. */
    type: (words: string): void => apply(state.replaceSelection(words)),
    change: (from: number, to: number, insert: string): void =>
      apply({ changes: { from, to, insert } }),
    write: (key: number, markdown: string): void => apply(writeAtPlace(state, key, markdown)),
    leave: (key: number): void => apply({ effects: placeEnded.of({ key, isWritten: false }) }),
    get shown() {
      const { head } = state.selection.main;
      return `${state.sliceDoc(0, head)}^${state.sliceDoc(head)}`;
    },
    get places() {
      return state.field(filePlaces).map(({ key, from, to }) => [key, from, to]);
    },
  };
}

const at = (from: number, to = from): Selected => ({ from, to });

describe("the place of a pending file", () => {
  test("is apart from a file that was given before, written or not", () => {
    const [one, two] = ["[a.txt](/file/attachments/x/a.txt)", "[b.txt](/file/attachments/y/b.txt)"];
    const pending = text("see ");
    pending.begin([1], at(4));
    pending.begin([2], at(4));
    pending.write(2, two);
    pending.write(1, one);
    expect(pending.shown).toBe(`see ${one} ${two}^`);

    const written = text(`see ${one}`);
    written.begin([1], at(4 + one.length));
    written.write(1, two);
    expect(written.shown).toBe(`see ${one} ${two}^`);
  });

  test("changes nothing in the text until the file is uploaded", () => {
    const it = text("ab");
    it.begin([1], at(1));
    expect(it.shown).toBe("a^b");
    it.write(1, "![x]");
    expect(it.shown).toBe("a![x]^b");
    expect(it.places).toEqual([]);
  });

  test("moves with the text around it; new text is inserted after it", () => {
    const it = text("ab");
    it.begin([1], at(1));
    it.type("cd");
    it.change(0, 0, "123");
    it.change(6, 7, "");
    expect(it.places).toEqual([[1, 4, 4]]);
    it.write(1, "![x]");
    expect(it.shown).toBe("123a![x]cd^");
  });

  test("survives the removal of everything around it", () => {
    const it = text("abc");
    it.begin([1], at(2));
    it.change(0, 3, "new");
    it.write(1, "![x]");
    expect(it.shown).toContain("![x]");
  });

  test("replaces the selection, unless that was changed since", () => {
    const it = text("one two three");
    it.begin([1], at(4, 7));
    it.type(" and");
    it.write(1, "![x]");
    expect(it.shown).toBe("one ![x] and^ three");

    const changed = text("one two three");
    changed.begin([1], at(4, 7));
    changed.change(5, 6, "W");
    changed.write(1, "![x]");
    expect(changed.shown).toBe("one tWo![x]^ three");
  });

  test("keeps files in the given order, whichever is uploaded first", () => {
    for (const order of [
      [1, 2, 3],
      [3, 1, 2],
      [2, 3, 1],
    ]) {
      const it = text("");
      it.begin([1, 2], at(0));
      it.begin([3], at(0));
      for (const key of order) it.write(key, `<${key}>`);
      expect(it.shown.replaceAll(/\s/g, "")).toBe("<1><2><3>^");
    }
  });

  test("makes files of one paste paragraphs on an empty line, and words in a sentence", () => {
    const alone = text("above\n\n");
    alone.begin([1, 2, 3], at(7));
    alone.write(1, "![a]");
    alone.leave(2);
    alone.write(3, "![c]");
    expect(alone.shown).toBe("above\n\n![a]\n\n![c]^");

    const item = text("- see ");
    item.begin([1, 2], at(6));
    item.write(1, "![a]");
    item.write(2, "![b]");
    expect(item.shown).toBe("- see ![a] ![b]^");
  });

  test("leaves the text unchanged if the upload fails", () => {
    const it = text("ab");
    it.begin([1, 2], at(1));
    it.leave(1);
    it.write(1, "![x]");
    it.write(2, "![y]");
    expect(it.shown).toBe("a![y]^b");
  });
});

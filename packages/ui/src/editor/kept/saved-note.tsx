import { useLayoutEffect, useRef } from "react";
import { useLanguage } from "../../language/language.ts";
import { editorStrings } from "../strings.ts";
import type { SavedState } from "./word-keeper.ts";

/** What says how much of an editor's text is in the database. */
export interface SavedSource {
  readonly state: SavedState;
  watch(onState: (state: SavedState) => void): () => void;
}

interface SavedNoteProps {
  readonly source: SavedSource;
  /** Whether there is anything that could be kept. */
  readonly hasWords: boolean;
  /** What it says when everything that stands in the editor is in the database. */
  readonly words: string;
}

/**
 * Says quietly that what was typed is in the database, or that it cannot be brought there. While words
 * are on their way it says nothing, and keeps its place. It changes with the key itself and waits for
 * no rendering: else a frame would show a new letter as kept.
 */
export function SavedNote({ source, hasWords, words }: SavedNoteProps) {
  useLanguage();
  const note = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const show = (state: SavedState): void => {
      if (note.current !== null) note.current.dataset["kept"] = state;
    };
    show(source.state);
    return source.watch(show);
  }, [source, hasWords]);
  if (!hasWords) return null;
  return (
    <span ref={note} className="group/kept text-meta data-[kept=waiting]:invisible">
      <span className="text-text-3 group-data-[kept=stuck]/kept:hidden max-rail:sr-only">
        {words}
      </span>
      <span className="hidden text-warn group-data-[kept=stuck]/kept:inline">
        {editorStrings.notSavedYet}
      </span>
    </span>
  );
}

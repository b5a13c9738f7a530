import { useLayoutEffect, useRef } from "react";
import { useLanguage } from "../../language/language.ts";
import { editorStrings } from "../strings.ts";
import type { SavedState } from "./autosaver.ts";

/** Reports how much of an editor's text is in the database. */
export interface SavedSource {
  readonly state: SavedState;
  watch(onState: (state: SavedState) => void): () => void;
}

interface SavedNoteProps {
  readonly source: SavedSource;
  /** True if there is text to save. */
  readonly hasWords: boolean;
  /** Text shown when everything in the editor is saved. */
  readonly words: string;
}

/**
 * Shows that the text is saved, or that it cannot be. Invisible while changes are pending, but keeps its
 * place. Updates the DOM directly: after a render, one frame would show a new letter as saved.
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

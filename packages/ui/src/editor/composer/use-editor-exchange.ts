import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type EditorParts, loadedEditor, loadEditor, prefetchEditor } from "./load-editor.ts";
import { useAfterRelease } from "./use-after-release.ts";

/** What a composition tells of itself. */
export interface CompositionHandlers {
  onCompositionStart(): void;
  onCompositionEnd(): void;
}

interface EditorExchange {
  /** What came with the editor; null until it is here. */
  readonly parts: EditorParts | null;
  /** Whether the editor stands in the plain field's place. Once it does, it stays. */
  readonly isEditor: boolean;
  readonly composition: CompositionHandlers;
}

/**
 * When the plain field becomes the editor: as soon as it is wanted and has come, but never under a
 * composition, which would be cut off, nor under a pointer that is still selecting.
 */
export function useEditorExchange(isWanted: boolean): EditorExchange {
  const queries = useQueryClient();
  const [parts, setParts] = useState(loadedEditor);
  const [isEditor, setIsEditor] = useState(false);
  /** How many compositions are not over; one may begin before the last one's end has been heard. */
  const compositions = useRef(0);
  const afterRelease = useAfterRelease();
  const isDue = useRef(false);
  isDue.current = isWanted && parts !== null;
  const settle = useCallback(
    () =>
      afterRelease(() => {
        if (isDue.current && compositions.current === 0) setIsEditor(true);
      }),
    [afterRelease],
  );

  useEffect(() => {
    if (parts !== null) return;
    if (!isWanted) return prefetchEditor(queries);
    let isGone = false;
    loadEditor().then(
      (come) => isGone || setParts(() => come),
      // The plain field goes on; the editor is asked for again when somebody comes back to it.
      () => undefined,
    );
    return () => void (isGone = true);
  }, [queries, isWanted, parts]);

  // Before the next key: a key between the decision and the exchange could begin a composition.
  useLayoutEffect(settle, [settle, isWanted, parts]);

  return {
    parts,
    isEditor,
    composition: {
      onCompositionStart: () => void (compositions.current += 1),
      onCompositionEnd() {
        // Some browsers write the composed text, or send its last key, only after this.
        setTimeout(() => {
          compositions.current -= 1;
          flushSync(settle);
        });
      },
    },
  };
}

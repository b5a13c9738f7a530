import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type EditorParts, loadedEditor, loadEditor, prefetchEditor } from "./load-editor.ts";
import { useAfterRelease } from "./use-after-release.ts";

/** Handlers of composition events. */
export interface CompositionHandlers {
  onCompositionStart(): void;
  onCompositionEnd(): void;
}

interface EditorExchange {
  /** Parts of the editor; `null` until they are loaded. */
  readonly parts: EditorParts | null;
  /** True once the editor has replaced the plain field; stays true. */
  readonly isEditor: boolean;
  readonly composition: CompositionHandlers;
}

/**
 * Decides when the editor replaces the plain field: once it is wanted and loaded. Waits for the end of a
 * composition, which would be cut off, and of a selection with the pointer.
 */
export function useEditorExchange(isWanted: boolean): EditorExchange {
  const queries = useQueryClient();
  const [parts, setParts] = useState(loadedEditor);
  const [isEditor, setIsEditor] = useState(false);
  /** Number of open compositions. One may begin before the last one's end is reported. */
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
      // The plain field stays. The editor is loaded again when the user returns to it.
      () => undefined,
    );
    return () => void (isGone = true);
  }, [queries, isWanted, parts]);

  // Must run before the next key: that could begin a composition.
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

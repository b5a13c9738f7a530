import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { describeError, useClient } from "../../data/client.tsx";
import { showMemo } from "../../data/memo-cache.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { editorStrings } from "../strings.ts";
import type { TextSession } from "./text-session.ts";

/** Undoes local edits since the editor opened; remote edits stay. */
export function useDiscard(
  id: string,
  session: TextSession | null,
): { readonly canDiscard: boolean; discard(): void } {
  const client = useClient();
  const queries = useQueryClient();
  const canDiscard = useCanUndo(session);
  const discard = (): void => {
    if (session === null) return;
    const { text, undoManager } = session;
    const content = text.toString();
    while (undoManager.canUndo()) undoManager.undo();
    useFeedback.getState().say(editorStrings.discarded, async () => {
      try {
        showMemo(queries, id, await client.memos.update.mutate({ id, patch: { content } }));
      } catch (error) {
        useFeedback.getState().fail(describeError(error));
      }
    });
  };
  return { canDiscard, discard };
}

/** Returns true if there are local edits to undo. */
function useCanUndo(session: TextSession | null): boolean {
  const [canUndo, setCanUndo] = useState(false);
  useEffect(() => {
    if (session === null) return;
    const { undoManager } = session;
    const update = (): void => setCanUndo(undoManager.canUndo());
    update();
    undoManager.on("stack-item-added", update);
    undoManager.on("stack-item-popped", update);
    return () => {
      undoManager.off("stack-item-added", update);
      undoManager.off("stack-item-popped", update);
    };
  }, [session]);
  return canUndo;
}

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { describeError, useClient } from "../data/client.tsx";
import { unsavedText } from "../data/unsaved-text.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { libraryStrings } from "./strings.ts";
import { libraryKey } from "./use-library.ts";

/** Files about to be deleted. */
export interface Leaving {
  readonly ids: readonly string[];
  readonly bytes: number;
}

/**
 * Calls `act` when the newest message has closed, unless it was undone. Returns a function that calls it at
 * once.
 */
export function onceClosed(act: () => void, isTakenBack: () => boolean): () => void {
  const said = useFeedback.getState().snackbars.at(-1);
  let isDone = false;
  const finish = (): void => {
    if (isDone) return;
    isDone = true;
    stop();
    // From here on it can't be undone.
    useFeedback.setState(({ undoable }) => ({
      undoable: undoable.filter((each) => each !== said),
    }));
    if (said !== undefined) useFeedback.getState().dismiss(said.id);
    act();
  };
  const stop = useFeedback.subscribe(({ snackbars }) => {
    if (said === undefined || snackbars.includes(said)) return;
    // A message closes before its action is undone, in the same turn.
    queueMicrotask(() => {
      if (isTakenBack()) stop();
      else finish();
    });
  });
  return () => {
    if (!isTakenBack()) finish();
  };
}

/** Maximum number of files that the host removes at once. */
const pieceSize = 500;

/**
 * Removes unused files late: they leave the list at once, and the host removes them when the message with
 * Undo has closed or the page is left. Until then nothing is deleted, so no trash is needed.
 */
export function useLateRemoval(): {
  /** Files about to be deleted, which the list leaves out. */
  readonly leaving: readonly Leaving[];
  remove(files: Leaving): void;
} {
  const client = useClient();
  const queries = useQueryClient();
  const [leaving, setLeaving] = useState<readonly Leaving[]>([]);
  const open = useRef(new Set<() => void>());

  const remove = useMemo(
    () =>
      (files: Leaving): void => {
        let isTakenBack = false;
        const done = (): void => setLeaving((all) => all.filter((each) => each !== files));
        const ask = async (): Promise<void> => {
          open.current.delete(finish);
          let gone = 0;
          try {
            for (let at = 0; at < files.ids.length; at += pieceSize) {
              const ids = files.ids.slice(at, at + pieceSize);
              gone += await client.library.removeUnused.mutate({ ids });
            }
            useFeedback.getState().announce(libraryStrings.gone(gone));
          } catch (error) {
            useFeedback.getState().fail(describeError(error));
          }
          await queries.invalidateQueries({ queryKey: libraryKey });
          done();
        };
        setLeaving((all) => [...all, files]);
        useFeedback.getState().say(libraryStrings.deleted(files.ids.length), async () => {
          isTakenBack = true;
          open.current.delete(finish);
          done();
        });
        const finish = onceClosed(
          () => void ask(),
          () => isTakenBack,
        );
        open.current.add(finish);
      },
    [client, queries],
  );

  useEffect(() => {
    const finishAll = (): void => {
      for (const finish of open.current) finish();
    };
    const unregister = unsavedText.register({
      flush: async () => undefined,
      sendOnClose: finishAll,
    });
    return () => {
      unregister();
      finishAll();
    };
  }, []);
  return { leaving, remove };
}

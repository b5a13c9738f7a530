import { useEffect } from "react";
import { useFeedback } from "../../feedback/feedback.ts";
import { useLanguage } from "../../language/language.ts";
import { setUi, useUi } from "../../state/ui-state.ts";
import { managerStrings } from "./strings.ts";
import { isUnderWay, useTagRunActions, useTagRunStatus } from "./use-tag-run.ts";
import { wordsOfRun } from "./words-of-run.ts";

/** Reports the end of a tag change, with Undo, wherever the user is. */
export function TagRunWatch() {
  const id = useUi((state) => state.tagRunId);
  return id === null ? null : <Watch id={id} />;
}

function Watch({ id }: { readonly id: string }) {
  useLanguage();
  const run = useTagRunStatus().data?.run;
  const { undo } = useTagRunActions();
  useEffect(() => {
    if (run?.id !== id || isUnderWay(run)) return;
    setUi({ tagRunId: null });
    const { say } = useFeedback.getState();
    if (run.state === "undone") say(managerStrings.undone(run.undone));
    else say(wordsOfRun(run), () => undo(id), "tag-run");
  }, [id, run, undo]);
  return null;
}

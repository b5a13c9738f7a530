import type { TagRunStatus } from "@tidemark/core/router";
import { useLanguage } from "../../language/language.ts";
import { managerStrings } from "./strings.ts";
import { isUnderWay, useTagRunActions } from "./use-tag-run.ts";
import { wordsOfRun } from "./words-of-run.ts";

/** Progress or result of the last tag change, and tags that reappeared since. */
export function RunProgress({ status }: { readonly status: TagRunStatus }) {
  useLanguage();
  const actions = useTagRunActions();
  const { run, late } = status;
  return (
    <>
      {run !== null && run.state !== "undone" && (
        <section className="tag-run" aria-label={wordsOfRun(run)}>
          <p className="min-w-0 grow">
            {wordsOfRun(run)}
            {!isUnderWay(run) && run.left > 0 && (
              <span className="block text-text-3">{managerStrings.left(run.left)}</span>
            )}
            {isUnderWay(run) && (
              <>
                <progress
                  className="tag-run-bar"
                  aria-label={wordsOfRun(run)}
                  max={Math.max(1, run.state === "undoing" ? run.changed : run.total)}
                  value={run.state === "undoing" ? run.undone : run.changed + run.left}
                />
                <span className="text-text-3 tabular-nums">
                  {run.state === "undoing"
                    ? managerStrings.progress(run.undone, run.changed)
                    : managerStrings.progress(run.changed + run.left, run.total)}
                </span>
              </>
            )}
          </p>
          {run.state === "running" && (
            <button type="button" className="button" onClick={() => void actions.stop()}>
              {managerStrings.stop}
            </button>
          )}
          {run.state === "stopped" && (
            <button type="button" className="button" onClick={() => void actions.resume(run.id)}>
              {managerStrings.goOn}
            </button>
          )}
          {!isUnderWay(run) && run.changed > 0 && (
            <button type="button" className="button" onClick={() => void actions.undo(run.id)}>
              {managerStrings.undo}
            </button>
          )}
        </section>
      )}
      {late.map(({ from, to, count }) => (
        <section key={from} className="tag-run" aria-label={managerStrings.late(`#${from}`, count)}>
          <p className="min-w-0 grow">{managerStrings.late(`#${from}`, count)}</p>
          <button type="button" className="button" onClick={() => void actions.start({ from, to })}>
            {managerStrings.renameToo(to)}
          </button>
          <button type="button" className="button" onClick={() => void actions.dismiss(from)}>
            {managerStrings.keep}
          </button>
        </section>
      ))}
    </>
  );
}

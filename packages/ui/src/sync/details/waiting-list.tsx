import { useProfile } from "../../data/queries.ts";
import { useWaiting } from "../../data/asked/sync-queries.ts";
import { momentLabel } from "../../time/day-label.ts";
import { useLanguage } from "../../language/language.ts";
import { MemoWords } from "../../tags/memo-words.tsx";
import { syncStrings } from "../strings.ts";
import { changeInWords } from "../wordings.ts";
import { NoServer } from "./no-server.tsx";

/** Pending changes with their memo and time, oldest first. */
export function WaitingList() {
  useLanguage();
  const waiting = useWaiting().data;
  const profile = useProfile().data;
  if (waiting === undefined || profile === undefined) return null;
  if (waiting.length === 0) {
    if (profile.serverUrl === null) return <NoServer />;
    return (
      <div className="px-4 py-10 text-center">
        <p className="text-dialog font-semibold">{syncStrings.waitingNone}</p>
        <p className="mt-1 text-text-2">{syncStrings.waitingNoneBody}</p>
      </div>
    );
  }
  return (
    <ol aria-label={syncStrings.waitingList} className="flex flex-col px-1">
      {waiting.map(({ id, what, memo, atMs, attempts, waitsFor }) => (
        <li key={id} className="border-t border-border py-2 first:border-t-0">
          <p className="font-medium">
            <MemoWords memo={"filename" in what.params ? memo : null}>
              {changeInWords(what)}
            </MemoWords>
          </p>
          {memo !== null && (
            <p className="truncate text-text-2" dir="auto">
              <MemoWords memo={memo}>{memo.snippet}</MemoWords>
            </p>
          )}
          <p className="text-meta text-text-3">
            {[
              syncStrings.waitingSince(momentLabel(atMs)),
              ...(attempts > 0 ? [syncStrings.waitingTries(attempts)] : []),
              ...(waitsFor === null ? [] : [syncStrings.waitsFor[waitsFor]]),
            ].join(" · ")}
          </p>
        </li>
      ))}
    </ol>
  );
}

import { useState } from "react";
import { useProfile } from "../../data/queries.ts";
import { useSyncLog } from "../../data/asked/sync-queries.ts";
import { copyText } from "../../feedback/copy-text.ts";
import { dayLabel, timeLabel } from "../../time/day-label.ts";
import { useDay } from "../../time/use-day.ts";
import { groupLog, type LogRow } from "./group-log.ts";
import { filterLog, logFilters, logToText, type LogFilter } from "./log-filter.ts";
import { useLanguage } from "../../language/language.ts";
import { syncStrings } from "../strings.ts";
import { noteInWords } from "../wordings.ts";
import { NoServer } from "./no-server.tsx";

/** Sync log in words, newest first. */
export function SyncLog() {
  useLanguage();
  const log = useSyncLog().data;
  const profile = useProfile().data;
  const [filter, setFilter] = useState<LogFilter>("all");
  const nowMs = useDay();
  const shown = filterLog(log ?? [], filter);
  const rows = groupLog(shown);
  const copy = (): void => void copyText(logToText(shown));
  if (log === undefined || profile === undefined) return null;
  return (
    <>
      <div className="flex flex-none flex-wrap items-center gap-2 py-1">
        <div
          role="group"
          aria-label={syncStrings.logFilter}
          className="flex rounded-control bg-sunken"
        >
          {logFilters.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={filter === each}
              className="min-h-8 rounded-control px-3 text-text-2 hover:text-text aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent"
              onClick={() => setFilter(each)}
            >
              {syncStrings.logFilters[each]}
            </button>
          ))}
        </div>
        <button
          type="button"
          className="button ms-auto"
          disabled={shown.length === 0}
          onClick={copy}
        >
          {syncStrings.copy}
        </button>
      </div>
      {shown.length === 0 ? (
        <NothingLogged isLocal={log.length === 0 && profile.serverUrl === null} />
      ) : (
        <ol aria-label={syncStrings.logList} className="mt-2 flex flex-col">
          {rows.map(({ entry, sinceMs }, index) => (
            // Keys count from the end: entries are only added at the front, and several can be equal.
            <li
              key={rows.length - index}
              className="flex gap-3 border-t border-border py-1.5 text-small first:border-t-0"
            >
              <Times entry={entry} sinceMs={sinceMs} nowMs={nowMs} />
              <span className={entry.level === "error" ? "text-danger" : "text-text-2"}>
                {entry.level === "error" && (
                  <span className="sr-only">{syncStrings.logError} </span>
                )}
                {noteInWords(entry)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function Times({ entry: { atMs }, sinceMs, nowMs }: LogRow & { readonly nowMs: number }) {
  useLanguage();
  const time = timeLabel(atMs);
  const since = timeLabel(sinceMs);
  return (
    <span className="flex-none text-text-3 tabular-nums">
      {since !== time && (
        <>
          <time dateTime={new Date(sinceMs).toISOString()}>
            {dayLabel(sinceMs, nowMs)} {since}
          </time>
          –
        </>
      )}
      <time dateTime={new Date(atMs).toISOString()}>
        {since === time ? `${dayLabel(atMs, nowMs)} ${time}` : time}
      </time>
    </span>
  );
}

function NothingLogged({ isLocal }: { readonly isLocal: boolean }) {
  useLanguage();
  if (isLocal) return <NoServer />;
  return <p className="py-8 text-center text-text-2">{syncStrings.logNone}</p>;
}

import type { RevisionRecord } from "@tidemark/core";
import { dayLabel, timeLabel } from "../time/day-label.ts";
import { useDay } from "../time/use-day.ts";
import { useLanguage } from "../language/language.ts";
import { historyStrings } from "./strings.ts";
import { versionWords } from "./version-words.ts";

interface VersionListProps {
  readonly versions: readonly RevisionRecord[];
  readonly selected: RevisionRecord | undefined;
  readonly user: string | undefined;
  select(id: string): void;
}

/** Versions of a memo, newest first. */
export function VersionList({ versions, selected, user, select }: VersionListProps) {
  useLanguage();
  const nowMs = useDay();
  return (
    <ul
      aria-label={historyStrings.versions}
      className="-m-1 flex flex-col gap-0.5 overflow-y-auto p-1 max-rail:max-h-36 max-rail:flex-none rail:w-60 rail:flex-none"
    >
      {versions.map((version) => (
        <li key={version.id}>
          <button
            type="button"
            aria-current={version.id === selected?.id ? "true" : undefined}
            className="relative flex w-full flex-col rounded-control px-2.5 py-1.5 text-start hover:bg-[color-mix(in_srgb,var(--text)_5%,transparent)] aria-[current]:bg-accent-soft aria-[current]:before:absolute aria-[current]:before:inset-y-2 aria-[current]:before:start-0 aria-[current]:before:w-[3px] aria-[current]:before:rounded-full aria-[current]:before:bg-accent"
            onClick={() => select(version.id)}
          >
            <span className="font-medium tabular-nums">
              {dayLabel(version.atMs, nowMs)} {timeLabel(version.atMs)}
            </span>
            <span className="text-meta text-text-2">{versionWords(version, user)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

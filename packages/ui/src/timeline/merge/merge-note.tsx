import type { MemoView, MergePlace } from "@tidemark/core/router";
import { X } from "lucide-react";
import { useLanguage } from "../../language/language.ts";
import type { MemoActions } from "../../memo/memo-actions.ts";
import { useIsBlurred } from "../../tags/blur.ts";
import { timelineStrings } from "../strings.ts";
import { mergeStrings } from "./merge-strings.ts";
import { mergeWords } from "./merge-words.ts";

interface MergeNoteProps {
  readonly memo: MemoView;
  readonly actions: MemoActions;
}

const link = "min-h-6 flex-none rounded-control font-medium text-accent hover:underline";

/** Line that says with which device a memo was merged, and opens the history. */
export function MergeLine({ memo, actions }: MergeNoteProps) {
  useLanguage();
  return (
    <p className="flex min-w-0 items-center gap-1">
      <span className="truncate">{mergeWords(memo)}</span>
      <span aria-hidden>·</span>
      <button type="button" className={link} onClick={() => actions.showMerge(memo.id)}>
        {mergeStrings.viewChanges}
      </button>
    </p>
  );
}

/**
 * Readings that a merge chose between, each with a button for the other one. Blurred memos show none of them.
 */
export function MergeReadings({ memo, actions }: MergeNoteProps) {
  useLanguage();
  const isBlurred = useIsBlurred(memo);
  const places = memo.merge?.places ?? [];
  if (places.length === 0 || isBlurred) return null;
  return (
    <div className="merge-note">
      <ul className="flex min-w-0 grow flex-col gap-1">
        {places.map((place) => (
          <li key={place.index} className="flex flex-wrap items-center gap-x-2">
            <span className="min-w-0 break-words">{placeWords(place)}</span>
            <button
              type="button"
              className={link}
              onClick={() => actions.takeReading(memo, place.index)}
            >
              {mergeStrings.useReading(short(place.other))}
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="icon-button -my-1 flex-none"
        aria-label={timelineStrings.dismiss}
        onClick={() => actions.closeMerge(memo.id)}
      >
        <X size={14} strokeWidth={1.75} aria-hidden />
      </button>
    </div>
  );
}

function placeWords({ kept, keptDevice, other, otherDevice }: MergePlace): string {
  return mergeStrings.keptReading(
    short(kept),
    deviceWords(keptDevice),
    short(other),
    deviceWords(otherDevice),
  );
}

function deviceWords(device: string | null): string {
  if (device === null) return mergeStrings.thisDevice;
  return device === "" ? mergeStrings.anotherDevice : device;
}

const longest = 60;

function short(reading: string): string {
  const letters = [...reading];
  return letters.length <= longest ? reading : `${letters.slice(0, longest).join("")}…`;
}

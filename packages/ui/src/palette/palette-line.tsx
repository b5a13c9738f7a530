import { FileText, Hash, Keyboard, Search } from "lucide-react";
import type { ReactNode } from "react";
import { useKeysHere } from "../keys/shown-keys.ts";
import { useLanguage } from "../language/language.ts";
import { memoStrings } from "../memo/strings.ts";
import { hitIn, markTerms } from "../search/found/hit-text.ts";
import { Pieces } from "../search/found/pieces.tsx";
import { MemoWords } from "../tags/memo-words.tsx";
import { dayKey, dayLabel, timeLabel } from "../time/day-label.ts";
import { useDay } from "../time/use-day.ts";
import type { PaletteRow } from "./palette-rows.ts";
import { paletteStrings } from "./strings.ts";

/** Content of a row of the palette. */
export function PaletteLine({ row }: { readonly row: PaletteRow }): ReactNode {
  useLanguage();
  const nowMs = useDay();
  const here = useKeysHere();
  switch (row.kind) {
    case "memo": {
      const { title, snippet, terms, around, createdMs, isArchived } = row.memo;
      const isNameless = title === "" && snippet === "";
      return (
        <>
          <FileText size={16} strokeWidth={1.75} aria-hidden className="palette-icon" />
          <span dir="auto" className="palette-words">
            <MemoWords memo={row.memo}>
              {title !== "" && (
                <span className="palette-title">
                  <Pieces pieces={markTerms(title, terms)} />
                </span>
              )}
              <span className={title === "" ? "palette-title" : "palette-snippet"}>
                {isNameless ? (
                  memoStrings.emptyLine
                ) : (
                  <Pieces
                    pieces={around === null ? markTerms(snippet, terms) : hitIn(around, terms)}
                  />
                )}
              </span>
            </MemoWords>
          </span>
          <span className="palette-side">
            {isArchived && `${paletteStrings.archived} · `}
            {dayKey(createdMs) === dayKey(nowMs)
              ? timeLabel(createdMs)
              : dayLabel(createdMs, nowMs)}
          </span>
        </>
      );
    }
    case "command": {
      const { icon: Icon, label, keys } = row.command;
      return (
        <>
          <Icon size={16} strokeWidth={1.75} aria-hidden className="palette-icon" />
          <span className="palette-title truncate">{label}</span>
          <kbd className="palette-side font-sans">{here(keys)}</kbd>
        </>
      );
    }
    case "tag":
      return (
        <>
          <Hash size={16} strokeWidth={1.75} aria-hidden className="palette-icon" />
          <span dir="auto" className="palette-title truncate">
            {row.tag.tag}
          </span>
          <span className="palette-side tabular-nums">{row.tag.count}</span>
        </>
      );
    case "view": {
      const { icon, label, keys } = row.view;
      return (
        <>
          <span className="palette-icon">{icon}</span>
          <span dir="auto" className="palette-title truncate">
            {label}
          </span>
          <kbd className="palette-side font-sans">{here(keys)}</kbd>
        </>
      );
    }
    case "keys": {
      const { label, where, keys, isText } = row.keys;
      return (
        <>
          <Keyboard size={16} strokeWidth={1.75} aria-hidden className="palette-icon" />
          <span className="palette-words">
            <span className="palette-title">{label}</span>
            <span className="palette-snippet">{where}</span>
          </span>
          <kbd className="palette-side font-sans">
            {(isText ? keys : keys.map(here)).join(" · ")}
          </kbd>
        </>
      );
    }
    case "search":
      return (
        <>
          <Search size={16} strokeWidth={1.75} aria-hidden className="palette-icon" />
          <span className="truncate">{paletteStrings.searchFor(row.words)}</span>
        </>
      );
  }
}

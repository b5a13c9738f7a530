import { diffParts, type DiffPart } from "@tidemark/core/text";
import { useMemo } from "react";
import { useLanguage } from "../language/language.ts";
import { historyStrings } from "./strings.ts";

interface VersionTextProps {
  readonly version: string;
  /** The memo's text as it is. */
  readonly current: string;
  readonly shows: "changes" | "text";
  readonly label: string;
}

/** A version of a text, alone or with what became of it. */
export function VersionText({ version, current, shows, label }: VersionTextProps) {
  useLanguage();
  const parts = useMemo(
    (): DiffPart[] =>
      shows === "changes" ? diffParts(version, current) : [{ kind: "same", text: version }],
    [version, current, shows],
  );
  const note =
    shows === "changes" && version === current
      ? historyStrings.unchanged
      : shows === "text" && version === ""
        ? historyStrings.nothing
        : null;
  return (
    <section
      aria-label={label}
      // It scrolls, so it must be reached by keys.
      tabIndex={0}
      className="min-h-0 grow overflow-y-auto rounded-card border border-border bg-canvas px-4 py-3 text-body break-words whitespace-pre-wrap"
      dir="auto"
    >
      {note !== null && <p className="mb-2 text-small text-text-2">{note}</p>}
      {parts.map(({ kind, text }, index) => {
        if (kind === "same") return text;
        // Parts have no identity: the same text again is the same list again.
        return kind === "added" ? (
          <ins key={index} className="rounded-[3px] bg-ok-soft text-ok underline">
            {text}
          </ins>
        ) : (
          <del key={index} className="rounded-[3px] bg-danger-soft text-danger line-through">
            {text}
          </del>
        );
      })}
    </section>
  );
}

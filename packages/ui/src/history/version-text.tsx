import { diffParts, type DiffPart } from "@tidemark/core/text";
import { useMemo } from "react";
import { useLanguage } from "../language/language.ts";
import { historyStrings } from "./strings.ts";

interface VersionTextProps {
  readonly version: string;
  /** Current text of the memo. */
  readonly current: string;
  readonly shows: "changes" | "text";
  readonly label: string;
}

/** Text of a version, alone or with the changes since. */
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
      // Scrollable, so it must be focusable.
      tabIndex={0}
      className="min-h-0 grow overflow-y-auto rounded-card border border-border bg-canvas px-4 py-3 text-body break-words whitespace-pre-wrap"
      dir="auto"
    >
      {note !== null && <p className="mb-2 text-small text-text-2">{note}</p>}
      {parts.map(({ kind, text }, index) => {
        if (kind === "same") return text;
        // Index keys are safe: the same texts give the same parts.
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

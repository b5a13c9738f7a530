import { type RefObject, useEffect, useRef } from "react";
import { useShownProblems } from "./use-shown-problems.ts";

interface SearchOverlayProps {
  readonly text: string;
  readonly field: RefObject<HTMLInputElement | null>;
  /** Offset of the error in a refused filter's CEL; `null` if there is none. */
  readonly celProblemAt: number | null;
}

type Look = "plain" | "operator" | "wrong";

/**
 * Copy of the field's text behind it, with coloured operators and underlined problems. While it is shown, the
 * field's own text is transparent; its caret and selection stay visible.
 */
export function SearchOverlay({ text, field, celProblemAt }: SearchOverlayProps) {
  const { operators, problems, celStart } = useShownProblems(text);
  const mirror = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const input = field.current;
    if (input === null) return;
    const follow = (): void => {
      if (mirror.current !== null) mirror.current.scrollLeft = input.scrollLeft;
    };
    // In the next frame, which computes the layout anyway.
    const frame = requestAnimationFrame(follow);
    input.addEventListener("scroll", follow);
    return () => {
      cancelAnimationFrame(frame);
      input.removeEventListener("scroll", follow);
    };
  }, [field, text]);

  const parts: { start: number; end: number; look: Look }[] = [
    ...operators.map((part) => ({ ...part, look: "operator" as const })),
    ...problems.map(({ start, end }) => ({ start, end, look: "wrong" as const })),
  ].toSorted((a, b) => a.start - b.start);
  if (celStart !== null && celProblemAt !== null) {
    parts.push({ ...wordAt(text, celStart + celProblemAt), look: "wrong" });
  }
  return (
    <div ref={mirror} aria-hidden className="search-overlay">
      {spansOf(text, parts).map(({ start, said, look }) => (
        <span key={start} data-look={look}>
          {said}
        </span>
      ))}
    </div>
  );
}

/** Returns the word that begins at an offset, or the last character if there is none. */
function wordAt(text: string, at: number): { start: number; end: number } {
  const start = Math.min(at, Math.max(0, text.trimEnd().length - 1));
  const length = /^(?:[\p{L}\p{N}_]+|[\s\S])/u.exec(text.slice(start))?.[0].length ?? 1;
  return { start, end: start + length };
}

function spansOf(
  text: string,
  parts: readonly { readonly start: number; readonly end: number; readonly look: Look }[],
): { start: number; said: string; look: Look }[] {
  const spans: { start: number; said: string; look: Look }[] = [];
  let end = 0;
  const add = (start: number, until: number, look: Look): void => {
    if (until > start) spans.push({ start, said: text.slice(start, until), look });
  };
  for (const part of parts) {
    add(end, part.start, "plain");
    add(part.start, part.end, part.look);
    ({ end } = part);
  }
  add(end, text.length, "plain");
  return spans;
}

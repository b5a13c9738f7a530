import { useEffect, useRef, useState } from "react";
import { useLanguage } from "../../language/language.ts";
import { createHearing } from "./hearing.ts";
import type { Recording } from "./recording.ts";
import { recordingStrings } from "./strings.ts";

/** Interval with reduced motion; twice a second doesn't flicker. */
const calmMs = 500;

/** Level of a recording, with a message after long silence. */
export function LevelMeter({ recording }: { readonly recording: Recording }) {
  useLanguage();
  const bar = useRef<HTMLSpanElement>(null);
  const [isSilent, setIsSilent] = useState(false);
  useEffect(() => {
    const hear = createHearing();
    const draw = (): void => {
      const level = recording.level();
      setIsSilent(hear(level, performance.now()));
      bar.current?.style.setProperty("--level", String(level ?? 0));
    };
    return isCalm() ? everyHalfSecond(draw) : everyFrame(draw);
  }, [recording]);
  return (
    <>
      <span ref={bar} className="recording-level" aria-hidden />
      {/* Rendered before its text: screen readers miss a region that is added with its text. */}
      <span role="status" className="recording-silence">
        {isSilent && recordingStrings.silent}
      </span>
    </>
  );
}

function isCalm(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function everyHalfSecond(draw: () => void): () => void {
  const timer = setInterval(draw, calmMs);
  return () => clearInterval(timer);
}

function everyFrame(draw: () => void): () => void {
  let frame = requestAnimationFrame(function next() {
    draw();
    frame = requestAnimationFrame(next);
  });
  return () => cancelAnimationFrame(frame);
}

import { useEffect, useRef, useState } from "react";
import { useLanguage } from "../../language/language.ts";
import { createHearing } from "./hearing.ts";
import type { Recording } from "./recording.ts";
import { recordingStrings } from "./strings.ts";

/** Twice a second nothing flickers. */
const calmMs = 500;

/** How loud it is, and a word where nothing is heard for long. */
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
      {/* There before its words are: a region that comes with them is missed. */}
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

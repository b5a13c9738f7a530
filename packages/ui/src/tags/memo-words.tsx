import { type ReactNode, Suspense } from "react";
import { useLanguage } from "../language/language.ts";
import { lazyPart } from "../lazy/lazy-part.ts";
import { type BlurPlace, type BlurSubject, useIsBlurred } from "./blur.ts";
import { tagsStrings } from "./strings.ts";

const Blurred = lazyPart(async () => (await import("./blurred.tsx")).Blurred);

interface MemoWordsProps {
  readonly memo: BlurSubject | null | undefined;
  /** Where the reader can reveal them; undefined: they are a title or an excerpt. */
  readonly place?: BlurPlace;
  readonly children: ReactNode;
}

/**
 * Draws words of a memo: its title, an excerpt or all of its text. Every place that shows some draws
 * them with this, so that a blurred memo is readable nowhere and silent to assistive technology.
 */
export function MemoWords({ memo, place, children }: MemoWordsProps) {
  useLanguage();
  if (!useIsBlurred(memo)) return children;
  if (place !== undefined) {
    return (
      <Suspense fallback={<div className="blurred" />}>
        <Blurred id={memo?.id ?? ""} place={place}>
          {children}
        </Blurred>
      </Suspense>
    );
  }
  return (
    <>
      <span className="sr-only">{tagsStrings.blurred}</span>
      <span inert aria-hidden className="blurred-words">
        {children}
      </span>
    </>
  );
}

/** Returns the name of a memo for labels and tooltips, which cannot be blurred. */
export function useMemoName(memo: BlurSubject | null | undefined, name: string): string {
  useLanguage();
  return useIsBlurred(memo) ? tagsStrings.blurred : name;
}

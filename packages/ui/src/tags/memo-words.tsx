import { type ReactNode, Suspense } from "react";
import { useLanguage } from "../language/language.ts";
import { lazyComponent } from "../lazy/lazy-component.ts";
import { type BlurPlace, type BlurSubject, useIsBlurred } from "./blur.ts";
import { tagsStrings } from "./strings.ts";

const Blurred = lazyComponent(async () => (await import("./blurred.tsx")).Blurred);

interface MemoWordsProps {
  readonly memo: BlurSubject | null | undefined;
  /** Place in which the text can be revealed; undefined for titles and excerpts. */
  readonly place?: BlurPlace;
  readonly children: ReactNode;
}

/**
 * Renders text of a memo: its title, an excerpt or all of it. Every place that shows such text uses this
 * component, to keep blurred memos unreadable and hidden from assistive technology.
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

/** Returns the name of a memo for labels and tooltips, which can't be blurred visually. */
export function useMemoName(memo: BlurSubject | null | undefined, name: string): string {
  useLanguage();
  return useIsBlurred(memo) ? tagsStrings.blurred : name;
}

import { type RefObject, useEffect, useRef } from "react";

/** Brings it into its scroller when it becomes the one that is meant. */
export function useShownWhile<Element extends HTMLElement>(
  isMeant: boolean,
): RefObject<Element | null> {
  const element = useRef<Element>(null);
  useEffect(() => {
    if (isMeant) element.current?.scrollIntoView({ block: "nearest" });
  }, [isMeant]);
  return element;
}

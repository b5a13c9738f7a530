import { type RefObject, useEffect, useRef } from "react";

/** Scrolls the element into view when it becomes active. */
export function useShownWhile<Element extends HTMLElement>(
  isMeant: boolean,
): RefObject<Element | null> {
  const element = useRef<Element>(null);
  useEffect(() => {
    if (isMeant) element.current?.scrollIntoView({ block: "nearest" });
  }, [isMeant]);
  return element;
}

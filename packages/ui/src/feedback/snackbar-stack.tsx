import { type RefObject, useLayoutEffect } from "react";
import { useFeedback } from "./feedback.ts";
import { liftOver } from "./lift-over.ts";
import { SnackbarRow } from "./snackbar-row.tsx";

/** Current messages, placed above any editor. */
export function SnackbarStack({ region }: { readonly region: RefObject<HTMLElement | null> }) {
  const snackbars = useFeedback((state) => state.snackbars);
  useLiftOverEditors(region, snackbars.length > 0);
  return snackbars.map((snackbar) => <SnackbarRow key={snackbar.id} snackbar={snackbar} />);
}

/** Elements that messages must not cover: the composer, and the tools of an editor. */
const editors = "[data-keep-clear]";

function useLiftOverEditors(region: RefObject<HTMLElement | null>, isOn: boolean): void {
  useLayoutEffect(() => {
    const stack = region.current;
    if (!isOn || stack === null) return;
    const place = (): void => {
      const { left, right, top, bottom } = stack.getBoundingClientRect();
      const now = Number.parseFloat(stack.style.getPropertyValue("--lift")) || 0;
      const others = [...document.querySelectorAll(editors)]
        .map((each) => each.getBoundingClientRect())
        .filter(({ width }) => width > 0);
      const lift = liftOver({ left, right, top: top + now, bottom: bottom + now }, others);
      if (lift !== now) stack.style.setProperty("--lift", `${lift}px`);
    };
    place();
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener("resize", place, { signal });
    window.addEventListener("scroll", place, { signal, capture: true, passive: true });
    // Editors appear and disappear with the focus.
    window.addEventListener("focusin", () => requestAnimationFrame(place), { signal });
    const observer = new ResizeObserver(place);
    for (const each of [stack, ...document.querySelectorAll("main")]) observer.observe(each);
    return () => {
      stop.abort();
      observer.disconnect();
    };
  }, [region, isOn]);
}

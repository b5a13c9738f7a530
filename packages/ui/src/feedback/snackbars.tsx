import { Suspense, useRef } from "react";
import { lazyComponent } from "../lazy/lazy-component.ts";
import { useFeedback } from "./feedback.ts";

const SnackbarStack = lazyComponent(
  async () => (await import("./snackbar-stack.tsx")).SnackbarStack,
);

/** Messages at the bottom left. */
export function Snackbars() {
  const isShown = useFeedback((state) => state.snackbars.length > 0);
  const region = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={region}
      // An open dialog hides everything from screen readers except itself and live regions.
      aria-live="off"
      data-region="messages"
      className="pointer-events-none fixed start-[calc(var(--sidebar-width,0px)+16px)] bottom-[calc(16px+var(--foot,0px)+var(--select-bar-room,0px)+var(--lift,0px))] z-40 flex w-[min(26rem,calc(100vw-var(--sidebar-width,0px)-2rem))] flex-col gap-2"
    >
      <Suspense>{isShown && <SnackbarStack region={region} />}</Suspense>
    </div>
  );
}

import { useFeedback } from "./feedback.ts";

/** Where a screen reader hears of what happened without a message on screen. */
export function LiveRegion() {
  const { text, count } = useFeedback((state) => state.announcement);
  return (
    <div aria-live="polite" className="sr-only">
      <span key={count}>{text}</span>
    </div>
  );
}

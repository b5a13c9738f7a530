import { useFeedback } from "./feedback.ts";

/** Live region for announcements without a visible message. */
export function LiveRegion() {
  const { text, count } = useFeedback((state) => state.announcement);
  return (
    <div aria-live="polite" className="sr-only">
      <span key={count}>{text}</span>
    </div>
  );
}

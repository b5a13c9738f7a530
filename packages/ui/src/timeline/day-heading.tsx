/** The day over its memos. Hidden from screen readers: every memo says its day, and a feed holds articles only. */
export function DayHeading({ label }: { readonly label: string }) {
  return (
    <div
      aria-hidden
      className="-mx-1 bg-canvas px-1 pt-3 pb-2 text-small font-semibold text-text-2"
    >
      {label}
    </div>
  );
}

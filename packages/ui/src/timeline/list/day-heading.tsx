/** The day over its memos. Hidden from screen readers: every memo says its day, and a feed holds articles only. */
export function DayHeading({ label }: { readonly label: string }) {
  return (
    // The last pixels are left open: the focus ring of the first card reaches into them.
    <div aria-hidden className="pointer-events-none pb-1">
      <div className="-mx-1 bg-canvas px-1 pt-3 pb-1 text-small font-semibold text-text-2">
        {label}
      </div>
    </div>
  );
}

import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLanguage } from "../language/language.ts";
import { useFeedback, type Snackbar } from "./feedback.ts";
import { feedbackStrings } from "./strings.ts";

const shownMs = 8000;

/** One message. Its timer pauses while it is hovered or focused, or the page is hidden. */
export function SnackbarRow({ snackbar }: { readonly snackbar: Snackbar }) {
  useLanguage();
  const { dismiss, undo } = useFeedback();
  const [isHeld, setIsHeld] = useState(false);
  const cameFrom = useRef<Element | null>(null);
  /** Returns the focus to where it came from before the button is removed. */
  const leave = (act: () => void) => (): void => {
    const back = cameFrom.current;
    act();
    if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true });
  };
  useDismissTimer(isHeld || snackbar.stays, () => dismiss(snackbar.id));
  return (
    <div
      role={snackbar.tone === "danger" ? "alert" : "status"}
      // Screen readers miss a live region that appears with its text; the shared live region announces it.
      aria-live="off"
      className="popover pointer-events-auto flex min-h-11 items-center gap-2 py-1 ps-4 pe-1.5 shadow-popover data-[tone=danger]:border-danger"
      data-tone={snackbar.tone}
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      // A mouse press must not move the focus.
      onMouseDown={(event) => event.preventDefault()}
      onFocus={({ currentTarget, relatedTarget }) => {
        setIsHeld(true);
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
      }}
      onBlur={() => setIsHeld(false)}
    >
      <span className="min-w-0 grow py-1 wrap-anywhere">{snackbar.text}</span>
      {snackbar.undo !== null && (
        <button
          type="button"
          className="min-h-8 flex-none rounded-control px-3 font-medium text-accent hover:bg-accent-soft"
          onClick={leave(() => undo(snackbar.id))}
        >
          {snackbar.undoLabel}
        </button>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={feedbackStrings.dismiss}
        onClick={leave(() => dismiss(snackbar.id))}
      >
        <X size={16} strokeWidth={1.75} aria-hidden />
      </button>
    </div>
  );
}

function useDismissTimer(isHeld: boolean, dismiss: () => void): void {
  const [isHidden, setIsHidden] = useState(document.hidden);
  useEffect(() => {
    const update = (): void => setIsHidden(document.hidden);
    document.addEventListener("visibilitychange", update);
    return () => document.removeEventListener("visibilitychange", update);
  }, []);
  useEffect(() => {
    if (isHeld || isHidden) return;
    const timer = setTimeout(dismiss, shownMs);
    return () => clearTimeout(timer);
    // `dismiss` changes at every render; the time starts when the message was released.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isHeld, isHidden]);
}

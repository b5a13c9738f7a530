import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLanguage } from "../language/language.ts";
import { useFeedback, type Snackbar } from "./feedback.ts";
import { feedbackStrings } from "./strings.ts";

const shownMs = 8000;

/** One message. It waits while it is pointed at, focused or out of sight. */
export function SnackbarRow({ snackbar }: { readonly snackbar: Snackbar }) {
  useLanguage();
  const { dismiss, undo } = useFeedback();
  const [isHeld, setIsHeld] = useState(false);
  const cameFrom = useRef<Element | null>(null);
  /** Who came by keys goes back to where they were, now that the button goes. */
  const leave = (act: () => void) => (): void => {
    const back = cameFrom.current;
    act();
    if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true });
  };
  useDismissTimer(isHeld || snackbar.stays, () => dismiss(snackbar.id));
  return (
    <div
      role={snackbar.tone === "danger" ? "alert" : "status"}
      // Screen readers miss a region that appears together with its text: the live region says it.
      aria-live="off"
      className="popover pointer-events-auto flex min-h-11 items-center gap-2 py-1 ps-4 pe-1.5 shadow-popover data-[tone=danger]:border-danger"
      data-tone={snackbar.tone}
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      // Whoever points keeps the focus where it is.
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
    // `dismiss` is new at every render; the time runs from when the message was let go.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isHeld, isHidden]);
}

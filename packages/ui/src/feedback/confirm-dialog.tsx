import { AlertDialog } from "@base-ui/react/alert-dialog";
import { useEffect, useRef } from "react";
import { useFeedback } from "./feedback.ts";
import { useLanguage } from "../language/language.ts";
import { useUi } from "../state/ui-state.ts";
import { feedbackStrings } from "./strings.ts";

/** Dialog with the pending confirmation; the safe answer has the initial focus. */
export function ConfirmDialog() {
  useLanguage();
  const { confirmation, closeConfirmation } = useFeedback();
  const cancel = useRef<HTMLButtonElement>(null);
  const frame = useRef(0);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  return (
    <AlertDialog.Root
      open={confirmation !== null}
      onOpenChange={(open) => {
        if (!open) closeConfirmation();
      }}
      onOpenChangeComplete={(open) => {
        if (!open) frame.current = requestAnimationFrame(keepFocus);
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-50 bg-scrim" />
        <AlertDialog.Popup
          initialFocus={cancel}
          className="popover fixed inset-0 m-auto h-fit z-50 w-[min(27.5rem,calc(100vw-2rem))] p-6"
        >
          <AlertDialog.Title className="text-dialog font-semibold">
            {confirmation?.title}
          </AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-text-2">
            {confirmation?.body}
          </AlertDialog.Description>
          <div
            className={`mt-6 flex gap-2 ${confirmation?.other ? "flex-col-reverse" : "flex-wrap justify-end"}`}
          >
            <AlertDialog.Close ref={cancel} className="button">
              {feedbackStrings.cancel}
            </AlertDialog.Close>
            {confirmation?.other !== undefined && (
              <button
                type="button"
                className="button"
                onClick={() => {
                  confirmation.other?.confirm();
                  closeConfirmation();
                }}
              >
                {confirmation.other.action}
              </button>
            )}
            <button
              type="button"
              className="button button-danger"
              onClick={() => {
                confirmation?.confirm();
                closeConfirmation();
              }}
            >
              {confirmation?.action}
            </button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/**
 * Focuses the memo that is active now, or the screen, if the memo with the focus was deleted by the answer. It left
 * its list while the focus was still in the dialog, which then finds nothing to return it to.
 */
function keepFocus(): void {
  const isNowhere = (document.activeElement ?? document.body) === document.body;
  if (!isNowhere || document.querySelector('[role="dialog"]') !== null) return;
  const { activeId } = useUi.getState();
  const card = activeId === null ? null : document.getElementById(`memo-${activeId}`);
  (card ?? document.querySelector("main"))?.focus();
}

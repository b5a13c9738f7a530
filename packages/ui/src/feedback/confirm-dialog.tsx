import { AlertDialog } from "@base-ui/react/alert-dialog";
import { useRef } from "react";
import { useFeedback } from "./feedback.ts";
import { useLanguage } from "../language/language.ts";
import { feedbackStrings } from "./strings.ts";

/** Dialog with the pending confirmation; the safe answer has the initial focus. */
export function ConfirmDialog() {
  useLanguage();
  const { confirmation, closeConfirmation } = useFeedback();
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root
      open={confirmation !== null}
      onOpenChange={(open) => {
        if (!open) closeConfirmation();
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

import { Dialog } from "@base-ui/react/dialog";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { describeError, useClient } from "../data/client.tsx";
import { Composer } from "../editor/composer/composer.tsx";
import { DialogHead } from "../feedback/dialog-head.tsx";
import { useFeedback } from "../feedback/feedback.ts";
import { focusWhenShown } from "../focus/focus-when-shown.ts";
import { useLanguage } from "../language/language.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import { useGoToMemo } from "../state/view-address.ts";
import { endShare, type ReceivedShare, showNextShare, useReceived } from "./received.ts";
import { receivedStrings as strings } from "./strings.ts";
import { discardShare, shareDraft, takeShare } from "./take-share.ts";

/** Dialog with what another app shared, as a draft beside that of the composer. */
export function ReceivedDialog() {
  useLanguage();
  const { share, others } = useReceived();
  const isOpen = useUi((state) => state.isReceivedOpen);
  const sheet = useRef<HTMLDivElement>(null);
  const close = (): void => {
    setUi({ isReceivedOpen: false });
    const reopen = (): void => setUi({ isReceivedOpen: true });
    useFeedback.getState().lead(strings.kept, reopen, strings.open);
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={(isWanted) => isWanted || close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup
          ref={sheet}
          initialFocus={sheet}
          className="popover fixed inset-0 m-auto z-40 h-fit max-h-[calc(100dvh-2rem)] w-[min(40rem,calc(100vw-2rem))] overflow-y-auto p-5 outline-none"
        >
          <DialogHead title={strings.title} close={strings.close} />
          <Dialog.Description className="mb-3 text-small text-text-3">
            {strings.help} {others > 0 && strings.more(others)}
          </Dialog.Description>
          {share !== null && <SharedDraft key={share.id} share={share} close={close} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const draftId = "shared-draft";

/** Focuses the text of the draft; returns false if it isn't on screen. */
function focusDraft(): boolean {
  const text = `#${draftId} :is(textarea, [role="textbox"])`;
  const field = document.querySelector<HTMLElement>(text);
  field?.focus();
  return field !== null && document.activeElement === field;
}

function SharedDraft(props: { readonly share: ReceivedShare; close(): void }) {
  useLanguage();
  const { share, close } = props;
  const client = useClient();
  const queries = useQueryClient();
  const goToMemo = useGoToMemo();
  const taking = useQuery({
    queryKey: ["received", share.id],
    queryFn: async () => {
      await takeShare({ client, queries }, share);
      return true;
    },
  });
  const { isSuccess } = taking;
  useEffect(() => {
    if (isSuccess) focusWhenShown(focusDraft);
  }, [isSuccess]);
  const { ask, fail, lead } = useFeedback.getState();

  const saved = async (id: string): Promise<void> => {
    endShare();
    lead(strings.saved, () => goToMemo(id), strings.open);
    await share.remove();
    await showNextShare();
  };
  const discard = async (): Promise<void> => {
    // The composer saves its text when it is unmounted, which must come first.
    endShare();
    try {
      await discardShare({ client, queries }, share);
      await showNextShare();
    } catch (error) {
      fail(strings.notDiscarded(describeError(error)));
    }
  };
  if (taking.isPending) return <p role="status">{strings.adding}</p>;
  return (
    <>
      {taking.isError ? (
        <p role="alert">{describeError(taking.error)}</p>
      ) : (
        <Composer
          id={draftId}
          draftKey={shareDraft(share.id)}
          onSaved={(id) => void saved(id)}
          onLeave={close}
        />
      )}
      <div className="mt-4 flex justify-end">
        <button
          type="button"
          className="button"
          onClick={() =>
            ask({
              title: strings.discardTitle,
              body: strings.discardBody,
              action: strings.discard,
              confirm: () => void discard(),
            })
          }
        >
          {strings.discard}
        </button>
      </div>
    </>
  );
}

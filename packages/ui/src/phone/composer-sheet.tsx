import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { useCallback } from "react";
import { Composer } from "../editor/composer/composer.tsx";
import type { ComposerHandle } from "../editor/composer/use-composer.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { returnFocus } from "../focus/return-focus.ts";
import { useLanguage } from "../language/language.ts";
import { useGoToMemo, useIsListed, useShown } from "../state/view-address.ts";
import { newButtonId } from "./bottom-bar.tsx";
import { useCompose } from "./compose.ts";
import { phoneStrings } from "./strings.ts";

/** Composer in a sheet above the keyboard. Stays mounted while it is closed: its draft and a recording continue. */
export function ComposerSheet() {
  useLanguage();
  const isOpen = useCompose((state) => state.isOpen);
  const listed = useShown(({ view, tag }) => (view === "timeline" ? tag : undefined));
  const isTimeline = useShown(({ view, q = "" }) => view === "timeline" && q === "");
  const isListed = useIsListed();
  const goToMemo = useGoToMemo();
  const close = (): void => useCompose.setState({ isOpen: false });
  const keepState = useCallback((handle: ComposerHandle | null) => {
    if (handle !== null) useCompose.setState({ hasDraft: !handle.isEmpty });
  }, []);
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(isWanted) => useCompose.setState({ isOpen: isWanted })}
    >
      <Dialog.Portal keepMounted>
        <Dialog.Backdrop className="fixed inset-0 z-30 bg-scrim" />
        <Dialog.Popup
          aria-label={phoneStrings.newMemo}
          className="compose-sheet sheet"
          initialFocus={() =>
            document.querySelector<HTMLElement>(".compose-sheet :is(textarea, [role='textbox'])")
          }
          finalFocus={returnFocus(() => document.getElementById(newButtonId))}
        >
          <div className="sheet-head">
            <Dialog.Title className="font-semibold">{phoneStrings.newMemo}</Dialog.Title>
            <Dialog.Close className="icon-button ms-auto" aria-label={phoneStrings.close}>
              <X size={20} strokeWidth={1.75} aria-hidden />
            </Dialog.Close>
          </div>
          <Composer
            ref={keepState}
            listed={listed}
            onLeave={close}
            onSaved={(id) => {
              close();
              // The timeline shows it.
              if (isTimeline && isListed) return;
              const { lead } = useFeedback.getState();
              lead(phoneStrings.saved, () => goToMemo(id), phoneStrings.open);
            }}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

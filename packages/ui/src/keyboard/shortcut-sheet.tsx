import { Dialog } from "@base-ui/react/dialog";
import { useLayoutEffect, useRef } from "react";
import { DialogHead } from "../feedback/dialog-head.tsx";
import { returnFocus } from "../focus/return-focus.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import { useLanguage } from "../language/language.ts";
import { ShortcutList } from "./shortcut-list.tsx";
import { keyboardStrings, menuName } from "./strings.ts";

/** Dialog with the keyboard shortcuts. */
export function ShortcutSheet() {
  useLanguage();
  const isOpen = useUi((state) => state.isShortcutSheetOpen);
  const opener = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    if (isOpen) opener.current = activeElement === body ? null : (activeElement as HTMLElement);
  }, [isOpen]);
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(isShortcutSheetOpen) => setUi({ isShortcutSheetOpen })}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-scrim" />
        <Dialog.Popup
          finalFocus={returnFocus(() => opener.current)}
          className="popover fixed inset-0 m-auto h-fit z-50 max-h-[calc(100dvh-2rem)] w-[min(40rem,calc(100vw-2rem))] overflow-y-auto p-6"
        >
          <DialogHead title={menuName("sheet")} close={keyboardStrings.close} />
          <ShortcutList />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

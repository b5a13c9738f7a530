import { Dialog } from "@base-ui/react/dialog";
import { DialogHead } from "../feedback/dialog-head.tsx";
import { setUi, useUi } from "../state/ui-state.ts";
import { useLanguage } from "../language/language.ts";
import { ShortcutList } from "./shortcut-list.tsx";
import { keyboardStrings, menuName } from "./strings.ts";

/** Dialog with the keyboard shortcuts. */
export function ShortcutSheet() {
  useLanguage();
  const isOpen = useUi((state) => state.isShortcutSheetOpen);
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(isShortcutSheetOpen) => setUi({ isShortcutSheetOpen })}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-scrim" />
        <Dialog.Popup className="popover fixed inset-0 m-auto h-fit z-50 max-h-[calc(100dvh-2rem)] w-[min(40rem,calc(100vw-2rem))] overflow-y-auto p-6">
          <DialogHead title={menuName("sheet")} close={keyboardStrings.close} />
          <ShortcutList />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

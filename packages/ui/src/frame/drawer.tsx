import { Dialog } from "@base-ui/react/dialog";
import { useLanguage } from "../language/language.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import { Sidebar } from "./sidebar.tsx";
import { frameStrings } from "./strings.ts";

/** Sidebar of a narrow window, over the page. */
export function Drawer() {
  useLanguage();
  const isOpen = useUi((state) => state.isDrawerOpen);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(isDrawerOpen) => setUi({ isDrawerOpen })}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-30 bg-scrim" />
        <Dialog.Popup
          aria-label={frameStrings.menu}
          className="drawer fixed inset-y-0 start-0 z-30 w-[min(280px,85vw)] border-e border-border bg-sunken transition-transform duration-[240ms] ease-[cubic-bezier(.2,0,0,1)] outline-none data-[ending-style]:-translate-x-full data-[starting-style]:-translate-x-full rtl:data-[ending-style]:translate-x-full rtl:data-[starting-style]:translate-x-full"
        >
          <Sidebar shape="drawer" />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

import { Dialog } from "@base-ui/react/dialog";
import { DialogHead } from "../feedback/dialog-head.tsx";
import { setUi, useUi } from "../state/ui-state.ts";
import { useLanguage } from "../language/language.ts";
import { shortcutGroups } from "./shortcuts.ts";
import { keyboardStrings, shortcutNames, shortcutTitles } from "./strings.ts";

/** What the keys do. */
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
        <Dialog.Popup className="popover fixed inset-0 m-auto h-fit z-50 max-h-[calc(100vh-2rem)] w-[min(40rem,calc(100vw-2rem))] overflow-y-auto p-6">
          <DialogHead title={keyboardStrings.sheetTitle} close={keyboardStrings.close} />
          <div className="mt-3 gap-8 rail:columns-2">
            {shortcutGroups.map((group) => (
              <section key={group.title} className="mb-4 break-inside-avoid">
                <h3 className="mb-1 text-meta font-semibold text-text-3">
                  {shortcutTitles[group.title]}
                </h3>
                <dl>
                  {group.rows.map(([keys, what]) => (
                    <div key={what} className="flex min-h-7 items-center justify-between gap-3">
                      <dt>{shortcutNames[what]}</dt>
                      <dd className="flex flex-none items-center gap-1">
                        {keys.map((key) => (
                          <kbd
                            key={key}
                            className="rounded-[4px] border border-border bg-sunken px-1.5 font-sans text-meta text-text-2"
                          >
                            {key}
                          </kbd>
                        ))}
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

import { Dialog } from "@base-ui/react/dialog";
import { useRef, useState } from "react";
import { useOneMemo } from "../data/asked/memo-queries.ts";
import { DialogHead } from "../feedback/dialog-head.tsx";
import { returnFocus } from "../focus/return-focus.ts";
import { useLanguage } from "../language/language.ts";
import { firstLine } from "../memo/first-line.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import { MemoWords } from "../tags/memo-words.tsx";
import { MemoLinks } from "./memo-links.tsx";
import { shareStrings } from "./strings.ts";

/** Dialog with the links of the memo `sharingId`. */
export function ShareDialog() {
  useLanguage();
  const sharingId = useUi((state) => state.sharingId);
  const [last, setLast] = useState(sharingId);
  // Keeps showing the last memo while the dialog fades out.
  if (sharingId !== null && sharingId !== last) setLast(sharingId);
  const sheet = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root
      open={sharingId !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) setUi({ sharingId: null });
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-scrim" />
        <Dialog.Popup
          ref={sheet}
          // Actions are often known only after the server has answered; the focus moves to them then.
          initialFocus={() => firstToDo(sheet.current) ?? sheet.current ?? true}
          finalFocus={returnFocus(() => document.getElementById(`memo-${last}`))}
          className="popover fixed inset-0 m-auto z-50 h-fit max-h-[calc(100dvh-2rem)] w-[min(30rem,calc(100vw-2rem))] overflow-y-auto p-5 outline-none"
        >
          <DialogHead title={shareStrings.title} close={shareStrings.close} />
          {last !== null && (
            <Sheet
              key={last}
              id={last}
              onReady={() => {
                if (document.activeElement === sheet.current) firstToDo(sheet.current)?.focus();
              }}
            />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Returns the first enabled control of the links. */
function firstToDo(sheet: HTMLElement | null): HTMLElement | null {
  return sheet?.querySelector(".share-links :is(button, select):not(:disabled)") ?? null;
}

function Sheet({ id, onReady }: { readonly id: string; onReady(): void }) {
  useLanguage();
  const memo = useOneMemo(id).data;
  if (memo === undefined) return null;
  return (
    <>
      <p dir="auto" className="truncate text-text-2">
        <MemoWords memo={memo}>{firstLine(memo.content)}</MemoWords>
      </p>
      <Dialog.Description className="mt-3 mb-3 text-small text-text-3">
        {shareStrings.explain}
      </Dialog.Description>
      <MemoLinks memo={memo} onReady={onReady} />
    </>
  );
}

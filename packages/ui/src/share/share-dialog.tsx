import { Dialog } from "@base-ui/react/dialog";
import { useState } from "react";
import { useOneMemo } from "../data/queries.ts";
import { DialogHead } from "../feedback/dialog-head.tsx";
import { returnFocus } from "../focus/return-focus.ts";
import { useLanguage } from "../language/language.ts";
import { firstLine } from "../memo/first-line.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import { MemoLinks } from "./memo-links.tsx";
import { shareStrings } from "./strings.ts";

/** The links of the memo that was asked for. */
export function ShareDialog() {
  useLanguage();
  const sharingId = useUi((state) => state.sharingId);
  const [last, setLast] = useState(sharingId);
  // While it fades out, it goes on to show what it was opened with.
  if (sharingId !== null && sharingId !== last) setLast(sharingId);
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
          finalFocus={returnFocus(() => document.getElementById(`memo-${last}`))}
          className="popover fixed inset-0 m-auto z-50 h-fit max-h-[calc(100dvh-2rem)] w-[min(30rem,calc(100vw-2rem))] overflow-y-auto p-5"
        >
          <DialogHead title={shareStrings.title} close={shareStrings.close} />
          {last !== null && <Sheet key={last} id={last} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Sheet({ id }: { readonly id: string }) {
  useLanguage();
  const memo = useOneMemo(id).data;
  if (memo === undefined) return null;
  return (
    <>
      <p dir="auto" className="truncate text-text-2">
        {firstLine(memo.content)}
      </p>
      <Dialog.Description className="mt-3 mb-3 text-small text-text-3">
        {shareStrings.explain}
      </Dialog.Description>
      <MemoLinks memo={memo} />
    </>
  );
}

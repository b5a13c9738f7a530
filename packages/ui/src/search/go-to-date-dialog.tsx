import { Dialog } from "@base-ui/react/dialog";
import { useId, useState } from "react";
import { setUi, useUi } from "../state/ui-state.ts";
import { scopeOf, useGoTo, useViewAddress } from "../state/view-address.ts";
import { focusFirstMemo } from "../focus/focus-feed.ts";
import { dateSearch } from "./date-search.ts";
import { useLanguage } from "../language/language.ts";
import { searchStrings } from "./strings.ts";

/** Dialog that asks for a day, and shows the timeline up to its end. */
export function GoToDateDialog() {
  useLanguage();
  const isOpen = useUi((state) => state.isGoToDateOpen);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(isGoToDateOpen) => setUi({ isGoToDateOpen })}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-scrim" />
        <Dialog.Popup className="popover fixed inset-0 m-auto h-fit z-50 w-[min(27.5rem,calc(100vw-2rem))] p-6">
          <Dialog.Title className="text-dialog font-semibold">
            {searchStrings.goToDate}
          </Dialog.Title>
          <Dialog.Description className="mt-1 text-text-2">
            {searchStrings.goToDateBody}
          </Dialog.Description>
          <DateForm />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function DateForm() {
  useLanguage();
  const goTo = useGoTo();
  const address = useViewAddress();
  const id = useId();
  const [day, setDay] = useState("");
  const asked = dateSearch(address.q ?? "", day);
  return (
    <form
      className="mt-4 flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (asked === null) return;
        setUi({ isGoToDateOpen: false });
        goTo({ ...address, q: asked, in: scopeOf(address) });
        // After the dialog has restored the focus, and the list has changed.
        setTimeout(focusFirstMemo, focusAfterMs);
      }}
    >
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="text-small font-medium">
          {searchStrings.date}
        </label>
        <input
          id={id}
          type="date"
          className="field"
          required
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
      </div>
      <div className="flex justify-end gap-2">
        <Dialog.Close className="button">{searchStrings.cancel}</Dialog.Close>
        <button type="submit" className="button button-primary" disabled={asked === null}>
          {searchStrings.go}
        </button>
      </div>
    </form>
  );
}

const focusAfterMs = 300;

import { X } from "lucide-react";
import { useState } from "react";
import { setUi } from "../../state/ui-state.ts";
import { useSyncStatus } from "../../data/queries.ts";
import { useLanguage } from "../../language/language.ts";
import { timelineStrings } from "../strings.ts";
import { problemInWords } from "../../sync/wordings.ts";

const storageKey = "tidemark:first-run-seen";

/** Welcome card for new users, until dismissed. The reason why a device was emptied is always shown. */
export function FirstRunCard() {
  useLanguage();
  const emptied = useSyncStatus().data?.error ?? null;
  const [isDismissed, setIsDismissed] = useState(() => localStorage.getItem(storageKey) !== null);
  if (isDismissed && emptied === null) return null;
  return (
    <aside
      aria-label={timelineStrings.firstRun}
      className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-border bg-surface py-2 ps-4 pe-2"
    >
      <p className="grow py-1 max-rail:w-full">
        {emptied === null ? timelineStrings.firstRun : problemInWords(emptied)}
      </p>
      <button
        type="button"
        className="button"
        onClick={() => setUi({ importing: { dropped: [] } })}
      >
        {timelineStrings.import}
      </button>
      <button type="button" className="button" onClick={() => setUi({ isConnectOpen: true })}>
        {timelineStrings.connectToServer}
      </button>
      {emptied === null && (
        <button
          type="button"
          className="icon-button ms-auto"
          aria-label={timelineStrings.dismiss}
          onClick={() => {
            localStorage.setItem(storageKey, "1");
            setIsDismissed(true);
          }}
        >
          <X size={16} strokeWidth={1.75} aria-hidden />
        </button>
      )}
    </aside>
  );
}

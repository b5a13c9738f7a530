import { useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect } from "react";
import { createPortal } from "react-dom";
import { openSettingsAt } from "../address/settings-address.ts";
import { useClient } from "../data/client.tsx";
import { queryKeys } from "../data/queries.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { useLanguage } from "../language/language.ts";
import { shortMomentLabel } from "../time/day-label.ts";
import { safetyStrings } from "./strings.ts";

// Below the transfer keys, which the change feed invalidates.
const outcomeKey = [...queryKeys.transfer, "restore-outcome"] as const;

/** Message with the outcome of the last restore, on any screen, until the user closes it. */
export function RestoreOutcome() {
  useLanguage();
  const client = useClient();
  const queries = useQueryClient();
  const outcome = useQuery({
    queryKey: outcomeKey,
    queryFn: () => client.backups.outcome.query(),
    staleTime: 0,
  }).data;
  const { restored = null, failure = null } = outcome ?? {};
  const words =
    failure !== null
      ? `${safetyStrings.failedRestore(shortMomentLabel(failure.atMs))}. ${safetyStrings.whyRestore[failure.code]}`
      : restored !== null
        ? safetyStrings.restored(restored.memos, shortMomentLabel(restored.madeMs))
        : null;
  useEffect(() => {
    if (words !== null) useFeedback.getState().announce(words);
  }, [words]);
  if (words === null) return null;
  const close = (): void => {
    queries.setQueryData(outcomeKey, null);
    // Without an answer, the message appears again at the next start.
    void client.backups.seeOutcome.mutate().catch(() => undefined);
  };
  return createPortal(
    <section
      aria-label={safetyStrings.outcome}
      data-tone={failure === null ? "plain" : "danger"}
      className="popover fixed end-4 bottom-4 z-40 flex max-w-[min(32rem,calc(100vw-2rem))] flex-wrap items-center justify-end gap-x-2 py-1.5 ps-4 pe-1.5 shadow-popover data-[tone=danger]:border-danger"
    >
      <span className="min-w-0 grow basis-40 py-1 wrap-anywhere">{words}</span>
      <button
        type="button"
        className="button flex-none"
        onClick={() => {
          close();
          openSettingsAt("backups");
        }}
      >
        {safetyStrings.showBackups}
      </button>
      <button
        type="button"
        className="icon-button flex-none"
        aria-label={safetyStrings.closeOutcome}
        onClick={close}
      >
        <X size={16} strokeWidth={1.75} aria-hidden />
      </button>
    </section>,
    document.body,
  );
}

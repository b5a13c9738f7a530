import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { describeError, useClient } from "../../data/client.tsx";
import { queryKeys } from "../../data/queries.ts";
import { useDeviceData } from "../../data/asked/sync-queries.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { useLanguage } from "../../language/language.ts";
import { detailStrings } from "./strings.ts";

/** Switch that shows this device's cursor on the user's other devices. */
export function CaretSwitch() {
  useLanguage();
  const client = useClient();
  const queries = useQueryClient();
  const { data } = useDeviceData();
  const noteId = useId();
  const set = (isOn: boolean): void => {
    client.sync.setShowsCarets
      .mutate({ isOn })
      .catch((problem: unknown) => useFeedback.getState().fail(describeError(problem)))
      // Shows the stored value, even if saving failed.
      .finally(() => queries.invalidateQueries({ queryKey: queryKeys.deviceData }))
      .catch(() => undefined);
  };
  return (
    <section className="mt-4 border-t border-border px-1 pt-3">
      <label className="flex min-h-6 items-center gap-2">
        <input
          type="checkbox"
          role="switch"
          className="accent-accent"
          aria-describedby={noteId}
          checked={data?.showsCarets ?? false}
          disabled={data === undefined}
          onChange={(event) => set(event.currentTarget.checked)}
        />
        {detailStrings.showCarets}
      </label>
      <p id={noteId} className="ps-6 text-meta text-text-3">
        {detailStrings.showCaretsBody}
      </p>
    </section>
  );
}

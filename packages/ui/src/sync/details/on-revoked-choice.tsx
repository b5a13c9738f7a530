import type { OnRevoked } from "@tidemark/core/router";
import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { describeError, useClient } from "../../data/client.tsx";
import { queryKeys } from "../../data/queries.ts";
import { useDeviceData } from "../../data/asked/sync-queries.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { momentLabel } from "../../time/day-label.ts";
import { useLanguage } from "../../language/language.ts";
import { syncStrings } from "../strings.ts";

/** Choice of what happens to the data here when this device is signed out remotely. */
export function OnRevokedChoice() {
  useLanguage();
  const client = useClient();
  const queries = useQueryClient();
  const { data } = useDeviceData();
  const copiesUntilMs = data?.copiesUntilMs ?? null;
  const id = useId();
  const choose = (action: OnRevoked): void => {
    client.sync.setOnRevoked
      .mutate({ action })
      .catch((problem: unknown) => useFeedback.getState().fail(describeError(problem)))
      // Shows the stored value, even if saving failed.
      .finally(() => queries.invalidateQueries({ queryKey: queryKeys.deviceData }))
      .catch(() => undefined);
  };
  return (
    <section className="mt-4 border-t border-border px-1 pt-3">
      <fieldset disabled={data === undefined}>
        <legend className="font-medium">{syncStrings.onRevoked}</legend>
        {(["keep", "wipe"] as const).map((action) => (
          <div key={action} className="mt-2">
            <label className="flex min-h-6 items-center gap-2">
              <input
                type="radio"
                className="accent-accent"
                name={id}
                aria-describedby={`${id}-${action}`}
                checked={data?.onRevoked === action}
                onChange={() => choose(action)}
              />
              {syncStrings.onRevokedChoices[action]}
            </label>
            <p id={`${id}-${action}`} className="ps-6 text-meta text-text-3">
              {syncStrings.onRevokedBodies[action]}
            </p>
          </div>
        ))}
      </fieldset>
      {copiesUntilMs !== null && (
        <p className="mt-3 text-small text-text-2">
          {syncStrings.localCopy(momentLabel(copiesUntilMs))}
        </p>
      )}
    </section>
  );
}

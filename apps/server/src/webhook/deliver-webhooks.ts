import type { MemoRecord } from "@tidemark/core/model";
import { deliverDue } from "@tidemark/core/webhook";
import { memosToJson } from "../rest/memo/parts.ts";
import { formatTimestamp } from "../rest/shared/wire-values.ts";
import type { Services } from "../services/services.ts";
import { sendDelivery } from "../net/send-delivery.ts";

/**
 * Makes every delivery that is due. Gives back when the next is due; null when nothing is pending.
 * When `signal` aborts, what is under way is left for the next time.
 */
export function deliverWebhooks(
  services: Services,
  options: { readonly signal: AbortSignal; readonly onFault: (error: unknown) => void },
): Promise<number | null> {
  const { signal, onFault } = options;
  return deliverDue({
    database: services.database,
    holder: services.holder,
    nowMs: services.nowMs,
    random: Math.random,
    secretBox: services.secretBox,
    signal,
    onFault,
    send: (url, headers, body) =>
      sendDelivery(url, headers, body, { allowPrivate: services.allowPrivateTargets, signal }),
    formatTime: formatTimestamp,
    memoToJson: (user, memo) => memoForOwner(services, user, memo),
  });
}

/** A memo as the owner of a webhook would read it. */
async function memoForOwner(services: Services, user: string, memo: MemoRecord): Promise<object> {
  const memberships = await services.database.read(({ spaces }) => spaces.memberships(user));
  const spaces = memberships.map(({ space }) => `spaces/${space}`);
  const caller = { name: user, role: "USER", spaces, scope: "read", device: "" } as const;
  const [json] = await memosToJson(services, caller, [memo]);
  if (json === undefined) throw new Error("a memo that cannot be shown");
  return json;
}

import type { DeliverySnapshot } from "@tidemark/core";
import { deliverDue, recipientOf, type Wake } from "@tidemark/core/webhook";
import { memoToJson } from "../rest/memo/json.ts";
import { memosToJson } from "../rest/memo/parts.ts";
import { formatTimestamp } from "../rest/shared/wire-values.ts";
import type { Services } from "../services/services.ts";
import { sendDelivery } from "../net/send-delivery.ts";
import type { UserReference } from "@tidemark/core/names";

/**
 * Sends all due deliveries. Returns when the next one is due; null if none is pending. When `signal` aborts,
 * unfinished deliveries are left for the next call.
 */
export function deliverWebhooks(
  services: Services,
  options: {
    readonly signal: AbortSignal;
    readonly onFault: (error: unknown) => void;
    readonly nextWake?: () => Wake;
  },
): Promise<number | null> {
  const { signal, onFault, nextWake } = options;
  return deliverDue({
    database: services.database,
    holder: services.holder,
    nowMs: services.nowMs,
    random: Math.random,
    secretBox: services.secretBox,
    signal,
    onFault,
    ...(nextWake !== undefined && { nextWake }),
    onGone: services.notifyGone,
    onTried: (state) => services.meter?.delivered(state),
    send: (url, headers, body) =>
      sendDelivery(url, headers, body, {
        allowPrivate: services.allowPrivateTargets,
        nowMs: services.nowMs,
        signal,
      }),
    formatTime: formatTimestamp,
    memoToJson: (user, snapshot) => memoForOwner(services, user, snapshot),
  });
}

/** Returns a memo as the owner of a webhook could read it at the time of the event. */
async function memoForOwner(
  services: Services,
  user: UserReference,
  { memo, parts }: DeliverySnapshot,
): Promise<object> {
  if (parts !== null) {
    const { attachments, reactions, relations } = parts;
    return memoToJson(memo, { attachments, reactions, relations: relations[user] ?? [] });
  }
  const caller = await services.database.read((stores) => recipientOf(stores, user));
  const [json] = await memosToJson(services, caller, [memo]);
  if (json === undefined) throw new Error("a memo that cannot be shown");
  return json;
}

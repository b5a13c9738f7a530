import { type DeliveryEvent, deliveryEvents } from "@tidemark/core/model";
import type { WireDelivery } from "@tidemark/core/sync/protocol";
import { programStrings as strings } from "./strings.ts";

/** Returns the name of an event; events of a newer server keep their identifier. */
export function eventName(event: string): string {
  const known: DeliveryEvent | undefined = deliveryEvents.find((each) => each === event);
  if (known === undefined) return event;
  return known === "webhook.test" ? strings.testEvent : strings.events[known];
}

/** Prefixes of a server's error messages for attempts without a response. */
const problems = [
  ["timed-out:", "timedOut"],
  ["unreachable:", "unreachable"],
  ["unresolved:", "unresolved"],
  ["private-address:", "inside"],
  ["bad-url:", "badAddress"],
  ["the key of the signing secret is gone", "secretGone"],
] as const;

/**
 * Returns the outcome of a delivery's last attempt; null before the first. Unknown errors are returned
 * unchanged.
 */
export function outcomeOf({ state, status, error }: WireDelivery): string | null {
  if (status !== null) return state === "DELIVERED" ? String(status) : strings.answered(status);
  if (error === null) return null;
  const known = problems.find(([beginning]) => error.startsWith(beginning));
  return known === undefined ? error : strings.problems[known[1]];
}

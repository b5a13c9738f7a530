import { type DeliveryEvent, deliveryEvents } from "@tidemark/core/model";
import type { WireDelivery } from "@tidemark/core/sync/protocol";
import { programStrings as strings } from "./strings.ts";

/** What one event is called; those of a later server by their own names. */
export function eventName(event: string): string {
  const known: DeliveryEvent | undefined = deliveryEvents.find((each) => each === event);
  if (known === undefined) return event;
  return known === "webhook.test" ? strings.testEvent : strings.events[known];
}

/** How a server begins to say why a try had no answer. */
const problems = [
  ["timed-out:", "timedOut"],
  ["unreachable:", "unreachable"],
  ["unresolved:", "unresolved"],
  ["private-address:", "inside"],
  ["bad-url:", "badAddress"],
  ["the key of the signing secret is gone", "secretGone"],
] as const;

/** What came of a delivery's last try; null: nothing yet. What is not known here stays as it was said. */
export function outcomeOf({ state, status, error }: WireDelivery): string | null {
  if (status !== null) return state === "DELIVERED" ? String(status) : strings.answered(status);
  if (error === null) return null;
  const known = problems.find(([beginning]) => error.startsWith(beginning));
  return known === undefined ? error : strings.problems[known[1]];
}

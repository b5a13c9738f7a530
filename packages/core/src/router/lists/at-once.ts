/**
 * Context of a call that a key or a click waits for. It is sent without batching, because batches leave with
 * a timer, which browsers may delay until the next frame.
 */
export const atOnce = { isAtOnce: true } as const;

/** Returns true if a call of the router must not be batched. */
export function isAtOnce(context: Readonly<Record<string, unknown>>): boolean {
  return context["isAtOnce"] === true;
}

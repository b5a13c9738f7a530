/**
 * The context of a question that a key or a click waits for: it goes by itself. Questions that are
 * gathered leave with a timer, which a browser lets wait until the next frame is drawn.
 */
export const atOnce = { isAtOnce: true } as const;

/** Whether a call of the router is to go by itself. */
export function isAtOnce(context: Readonly<Record<string, unknown>>): boolean {
  return context["isAtOnce"] === true;
}

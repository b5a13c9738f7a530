/**
 * A hybrid logical clock reading as a string that sorts in clock order:
 * 12 hex digits of epoch milliseconds, 4 of counter, then the node id. "" is before all of them.
 */
export type Stamp = `${string}-${string}-${string}` | "";

/** Types a stamp from outside, which whoever wrote it answers for: nothing is checked. */
export function asStamp(text: string): Stamp {
  return text as Stamp;
}

/** The replica that gave a stamp. */
export function stampNode(stamp: Stamp): string {
  return stamp.slice(18);
}

/** Epoch milliseconds of a stamp. */
export function stampMs(stamp: Stamp): number {
  return Number.parseInt(stamp.slice(0, 12), 16);
}

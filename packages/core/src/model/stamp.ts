/**
 * A hybrid logical clock reading as a string that sorts in clock order:
 * 12 hex digits of epoch milliseconds, 4 of counter, then the node id.
 */
export type Stamp = string;

/** The replica that gave a stamp. */
export function stampNode(stamp: Stamp): string {
  return stamp.slice(18);
}

/** Epoch milliseconds of a stamp. */
export function stampMs(stamp: Stamp): number {
  return Number.parseInt(stamp.slice(0, 12), 16);
}

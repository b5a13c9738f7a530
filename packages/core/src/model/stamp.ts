/**
 * Reading of a hybrid logical clock as a string that sorts in clock order: 12 hex digits of epoch
 * milliseconds, 4 of counter, then the node id. "" sorts before all others.
 */
export type Stamp = `${string}-${string}-${string}` | "";

/** Types an external stamp without checking it. Its writer guarantees the format. */
export function asStamp(text: string): Stamp {
  return text as Stamp;
}

/** Returns the id of the replica that assigned a stamp. */
export function stampNode(stamp: Stamp): string {
  return stamp.slice(18);
}

/** Returns the epoch milliseconds of a stamp. */
export function stampMs(stamp: Stamp): number {
  return Number.parseInt(stamp.slice(0, 12), 16);
}

import type { MemoFieldName } from "../memo/model.ts";

/**
 * A hybrid logical clock reading as a string that sorts in clock order:
 * 12 hex digits of epoch milliseconds, 4 of counter, then the node id.
 */
export type Stamp = string;

/** The newest stamp per field. `*` stands for every field that has none of its own. */
export type FieldStamps = { readonly "*": Stamp } & {
  readonly [F in MemoFieldName]?: Stamp | undefined;
};

export function stampOf(stamps: FieldStamps, field: MemoFieldName): Stamp {
  return stamps[field] ?? stamps["*"];
}

/** The replica that gave a stamp. */
export function stampNode(stamp: Stamp): string {
  return stamp.slice(18);
}

/** Epoch milliseconds of a stamp. */
export function stampMs(stamp: Stamp): number {
  return Number.parseInt(stamp.slice(0, 12), 16);
}

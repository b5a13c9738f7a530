import type { Stamp } from "@tidemark/core/model";

/** What a database notes of itself, by name. */
export interface MetaTable {
  key: string;
  value: string;
}

/**
 * The last number given of each sequence: `seq` (changes) and `outbox` (stream positions). What else there
 * is, is of a server's `seq`.
 */
export interface CounterTable {
  name: string;
  value: number;
  stamp: Stamp | null;
  milestone: string | null;
}

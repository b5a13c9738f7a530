import type { Stamp } from "@tidemark/core/model";

/** Values of the database itself, by name. */
export interface MetaTable {
  key: string;
  value: string;
}

/**
 * Last number of each sequence: `seq` (changes) and `outbox` (stream positions). The other columns are set
 * only for a server's `seq`.
 */
export interface CounterTable {
  name: string;
  value: number;
  stamp: Stamp | null;
  milestone: string | null;
}

import type { Stamp } from "../model/stamp.ts";
import type { RegisterKind, Register } from "../merge/register.ts";

/** Four times what a view may take: a larger value is of a version that had no limit (ADR 0093). */
export const maxListedBytes = 64 * 1024;

export interface RegisterReader {
  find(user: string, kind: RegisterKind, id: string): Promise<Register | null>;
  /** In no particular order; what is not there is left out. */
  findMany(user: string, kind: RegisterKind, ids: readonly string[]): Promise<Register[]>;
  /**
   * In order of id, those that were taken away included. With `maxBytes` it leaves out larger values, of
   * which older versions stored some of many megabytes.
   */
  list(user: string, kind: RegisterKind, maxBytes?: number): Promise<Register[]>;
  /** How many bytes the values take as they are stored, by id; what is not there is left out. */
  sizes(
    user: string,
    kind: RegisterKind,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, number>>;
  /** How many have a value, of those whose id begins with `prefix`. */
  count(user: string, kind: RegisterKind, prefix: string): Promise<number>;
}

export interface RegisterStore extends RegisterReader {
  /** Up to `limit` of all users that were taken away before a stamp. */
  emptiedBefore(stamp: Stamp, limit: number): Promise<Register[]>;
  /** Inserts or replaces one. */
  save(register: Register): Promise<void>;
  remove(user: string, kind: RegisterKind, id: string): Promise<void>;
  removeByUser(user: string): Promise<void>;
  /** Gives what a profile kept to its account; where both have one, the newer stays. */
  renameUser(from: string, to: string): Promise<void>;
}

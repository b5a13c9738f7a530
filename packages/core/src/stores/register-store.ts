import type { Stamp } from "../model/stamp.ts";
import type { RegisterKind, Register } from "../merge/register.ts";
import type { UserReference } from "../names/names.ts";

/** Four times what a view may take: a larger value is of a version that had no limit (ADR 0093). */
export const maxListedBytes = 64 * 1024;

export interface RegisterReader {
  find(user: UserReference, kind: RegisterKind, id: string): Promise<Register | null>;
  /** In no particular order; what is not there is left out. */
  findMany(user: UserReference, kind: RegisterKind, ids: readonly string[]): Promise<Register[]>;
  /**
   * In order of id, those that were taken away included. With `maxBytes` it leaves out larger values, of
   * which older versions stored some of many megabytes.
   */
  list(user: UserReference, kind: RegisterKind, maxBytes?: number): Promise<Register[]>;
  /** How many bytes the values take as they are stored, by id; what is not there is left out. */
  sizes(
    user: UserReference,
    kind: RegisterKind,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, number>>;
  /** How many have a value, of those whose id begins with `prefix`. */
  count(user: UserReference, kind: RegisterKind, prefix: string): Promise<number>;
}

export interface RegisterStore extends RegisterReader {
  /** Up to `limit` of all users that were taken away before a stamp. */
  emptiedBefore(stamp: Stamp, limit: number): Promise<Register[]>;
  /** Inserts or replaces one. */
  save(register: Register): Promise<void>;
  remove(user: UserReference, kind: RegisterKind, id: string): Promise<void>;
  removeByUser(user: UserReference): Promise<void>;
  /** Gives what a profile kept to its account; where both have one, the newer stays. */
  renameUser(from: UserReference, to: UserReference): Promise<void>;
}

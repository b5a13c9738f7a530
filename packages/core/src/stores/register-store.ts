import type { Stamp } from "../model/stamp.ts";
import type { RegisterKind, Register } from "../merge/register.ts";
import type { UserReference } from "../names/names.ts";

/**
 * Four times the maximum size of a view. Larger values were stored by a version without a limit (ADR 0093).
 */
export const maxListedBytes = 64 * 1024;

export interface RegisterReader {
  find(user: UserReference, kind: RegisterKind, id: string): Promise<Register | null>;
  /** Returns the registers in no particular order; leaves out missing ones. */
  findMany(user: UserReference, kind: RegisterKind, ids: readonly string[]): Promise<Register[]>;
  /**
   * Returns registers in order of id, including emptied ones. With `maxBytes`, leaves out larger values;
   * older versions stored some of many megabytes.
   */
  list(user: UserReference, kind: RegisterKind, maxBytes?: number): Promise<Register[]>;
  /** Returns the stored sizes of the values in bytes, by id; leaves out missing ones. */
  sizes(
    user: UserReference,
    kind: RegisterKind,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, number>>;
  /** Counts registers with a value whose id begins with `prefix`. */
  count(user: UserReference, kind: RegisterKind, prefix: string): Promise<number>;
}

export interface RegisterStore extends RegisterReader {
  /** Returns up to `limit` registers of all users that were emptied before a stamp. */
  emptiedBefore(stamp: Stamp, limit: number): Promise<Register[]>;
  /** Inserts or replaces a register. */
  save(register: Register): Promise<void>;
  remove(user: UserReference, kind: RegisterKind, id: string): Promise<void>;
  removeByUser(user: UserReference): Promise<void>;
  /** Moves the registers of a local profile to its account. If both have one, the newer is kept. */
  renameUser(from: UserReference, to: UserReference): Promise<void>;
}

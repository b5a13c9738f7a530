import type { RegisterOp, RegisterValue } from "../sync/register-op.ts";
import type { Stamp } from "../sync/stamp.ts";

/** What users keep for themselves in small values: their settings, and the views that they saved. */
export const registerKinds = ["setting", "view"] as const;
export type RegisterKind = (typeof registerKinds)[number];

/** A value that is always replaced whole: the newest stamp wins. */
export interface Register {
  readonly kind: RegisterKind;
  /** Resource name of its owner, whose alone it is. */
  readonly user: string;
  /** Unique among its owner's registers of the kind. */
  readonly id: string;
  /** JSON; null: it was taken away, and stays so that a late operation does not bring it back. */
  readonly value: RegisterValue;
  readonly stamp: Stamp;
  /** The server's sequence number of the last change; 0 for what no server has seen. */
  readonly seq: number;
}

export interface RegisterReader {
  find(user: string, kind: RegisterKind, id: string): Promise<Register | null>;
  /** In no particular order; what is not there is left out. */
  findMany(user: string, kind: RegisterKind, ids: readonly string[]): Promise<Register[]>;
  /** In order of id, those that were taken away included. */
  list(user: string, kind: RegisterKind): Promise<Register[]>;
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

/**
 * The one merge rule of registers, on servers and devices: idempotent, and in any order the same.
 * Returns `current` itself when the operation told nothing new.
 */
export function applyRegisterOp(
  current: Register | null,
  op: RegisterOp,
  user: string,
): Register | null {
  if (current !== null && op.stamp <= current.stamp) return current;
  const kind = op.kind === "setting.set" ? "setting" : "view";
  const value = op.kind === "view.remove" ? null : op.value;
  return { kind, user, id: op.entity, value, stamp: op.stamp, seq: current?.seq ?? 0 };
}

/** The operation that states a register as it is. */
export function registerToOp({ kind, id, value, stamp }: Register): RegisterOp {
  if (kind === "setting") return { kind: "setting.set", entity: id, stamp, value };
  if (value === null) return { kind: "view.remove", entity: id, stamp };
  return { kind: "view.put", entity: id, stamp, value };
}

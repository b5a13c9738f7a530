import type { RegisterOp, RegisterValue } from "./register-op.ts";
import type { Stamp } from "../model/stamp.ts";
import type { UserReference } from "../names/names.ts";

/** Kinds of registers, which hold small values of a user: settings and saved views. */
export const registerKinds = ["setting", "view"] as const;

export type RegisterKind = (typeof registerKinds)[number];

/** Value that is always replaced as a whole; the newest stamp wins. */
export interface Register {
  readonly kind: RegisterKind;
  /** Resource name of its owner. Only the owner can read it. */
  readonly user: UserReference;
  /** Unique among its owner's registers of the kind. */
  readonly id: string;
  /** JSON; null if it was removed. The row stays: a late operation must not restore the value. */
  readonly value: RegisterValue;
  readonly stamp: Stamp;
  /** Server's seq of the last change; 0 if no server has it. */
  readonly seq: number;
}

/**
 * Applies an operation to a register. Servers and devices use this one merge rule, which is idempotent and
 * independent of order. Returns `current` itself if the operation has no effect.
 */
export function applyRegisterOp(
  current: Register | null,
  op: RegisterOp,
  user: UserReference,
): Register | null {
  if (current !== null && op.stamp <= current.stamp) return current;
  const kind = op.kind === "setting.set" ? "setting" : "view";
  const value = op.kind === "view.remove" ? null : op.value;
  return { kind, user, id: op.entity, value, stamp: op.stamp, seq: current?.seq ?? 0 };
}

/** Returns the operation that asserts a register. */
export function registerToOp({ kind, id, value, stamp }: Register): RegisterOp {
  if (kind === "setting") return { kind: "setting.set", entity: id, stamp, value };
  if (value === null) return { kind: "view.remove", entity: id, stamp };
  return { kind: "view.put", entity: id, stamp, value };
}

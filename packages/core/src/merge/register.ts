import type { RegisterOp, RegisterValue } from "./register-op.ts";
import type { Stamp } from "../model/stamp.ts";
import type { UserReference } from "../names/names.ts";

/** What users keep for themselves in small values: their settings, and the views that they saved. */
export const registerKinds = ["setting", "view"] as const;

export type RegisterKind = (typeof registerKinds)[number];

/** A value that is always replaced whole: the newest stamp wins. */
export interface Register {
  readonly kind: RegisterKind;
  /** Resource name of its owner, whose alone it is. */
  readonly user: UserReference;
  /** Unique among its owner's registers of the kind. */
  readonly id: string;
  /** JSON; null: it was taken away, and stays so that a late operation does not bring it back. */
  readonly value: RegisterValue;
  readonly stamp: Stamp;
  /** The server's sequence number of the last change; 0 for what no server has seen. */
  readonly seq: number;
}

/**
 * The one merge rule of registers, on servers and devices: idempotent, and in any order the same.
 * Returns `current` itself when the operation brought nothing new.
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

/** The operation that states a register as it is. */
export function registerToOp({ kind, id, value, stamp }: Register): RegisterOp {
  if (kind === "setting") return { kind: "setting.set", entity: id, stamp, value };
  if (value === null) return { kind: "view.remove", entity: id, stamp };
  return { kind: "view.put", entity: id, stamp, value };
}

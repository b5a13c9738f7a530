import { z } from "zod";
import { attachmentOpSchema } from "./attachment-op.ts";
import { type MemoOp, memoOpSchema } from "./memo-op.ts";
import { type RegisterOp, registerOpSchema } from "./register-op.ts";

/**
 * Kinds of entities that are synced, as named by the feed and hello. An operation's kind begins with the kind
 * of entity it changes: `memo.set` changes a memo.
 */
export const syncKinds = ["memo", "attachment", "setting", "view"] as const;
export type SyncKind = (typeof syncKinds)[number];

/** Kinds of a server that doesn't list any: the first version. */
export const firstKinds: readonly string[] = ["memo"];

/** Schema of all operations that a device sends to the server, one group per kind. */
export const syncOpSchema = z.union([memoOpSchema, attachmentOpSchema, registerOpSchema]);
export type SyncOp = z.infer<typeof syncOpSchema>;

export function kindOf(op: Pick<SyncOp, "kind">): SyncKind {
  const name = op.kind.slice(0, op.kind.indexOf("."));
  const kind = syncKinds.find((each) => each === name);
  if (kind === undefined) throw new Error(`an operation of no kind: ${op.kind}`);
  return kind;
}

export function isMemoOp(op: SyncOp): op is MemoOp {
  return kindOf(op) === "memo";
}

export function isRegisterOp(op: SyncOp): op is RegisterOp {
  const kind = kindOf(op);
  return kind === "setting" || kind === "view";
}

/**
 * Returns the key of an entity, unique among all kinds, for the outbox, bases, evictions and marks of a
 * device. The key of a memo is its id. Ids contain no colon.
 */
export function entityKey(kind: string, entity: string): string {
  return kind === "memo" ? entity : `${kind}:${entity}`;
}

/** Returns the keys of memos. */
export function memoKeys(keys: readonly string[]): string[] {
  return keys.filter((key) => !key.includes(":"));
}

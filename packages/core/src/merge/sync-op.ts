import { z } from "zod";
import { attachmentOpSchema } from "./attachment-op.ts";
import { type MemoOp, memoOpSchema } from "./memo-op.ts";
import { type RegisterOp, registerOpSchema } from "./register-op.ts";

/**
 * Kinds of entities that sync carries, as the feed and hello name them. An operation's kind begins
 * with the kind of what it changes: `memo.set` changes a memo.
 */
export const syncKinds = ["memo", "attachment", "setting", "view"] as const;
export type SyncKind = (typeof syncKinds)[number];

/** What a server knows that does not say: the first version. */
export const firstKinds: readonly string[] = ["memo"];

/** Every operation that travels from a device to the server: one family of them per kind. */
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
 * The name of an entity among those of all kinds, where a device keeps them side by side: outbox,
 * bases, evictions, marks. A memo's is its id; no id has a colon in it.
 */
export function entityKey(kind: string, entity: string): string {
  return kind === "memo" ? entity : `${kind}:${entity}`;
}

/** Those of the keys that name memos. */
export function memoKeys(keys: readonly string[]): string[] {
  return keys.filter((key) => !key.includes(":"));
}

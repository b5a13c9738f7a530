import type { Caller } from "../../../model/caller.ts";
import { findReadable, readAccess } from "../../../access/read-access.ts";
import { isAdministrator } from "../../../model/caller.ts";
import { checkContent, checkFields, type MemoLimits } from "../../../access/memo-limits.ts";
import type { MemoEntity } from "../../../model/memo.ts";
import { hasRoomForReaction, isOwnReaction } from "../../../memo/reactions.ts";
import { isReference } from "../../../memo/relations.ts";
import { statableElements } from "./statable-elements.ts";
import { isResourceId } from "../../../names/names.ts";
import type { WriteStores } from "../../../stores/database.ts";
import { err, ok, type Result } from "../../../error/result.ts";
import { applyErrorToCode, applyMemoOp } from "../../../merge/apply-memo-op.ts";
import type { MemoOp } from "../../../merge/memo-op.ts";
import type { OpCode } from "../../../merge/op-code.ts";

type Refusal = Exclude<OpCode, "applied">;

/**
 * Whether a device's operation may be applied, by the rules that REST follows; the operation comes
 * back with what the server decides in it. A refused one never changes anything.
 */
export async function authoriseOp(
  stores: WriteStores,
  caller: Caller,
  current: MemoEntity | null,
  sent: MemoOp,
  limits: MemoLimits,
): Promise<Result<MemoOp, Refusal>> {
  const op =
    sent.kind === "memo.put"
      ? { ...sent, elements: await statableElements(stores, caller, current, sent) }
      : sent;
  if (current !== null && current.row.creator !== caller.name) {
    return authoriseForeign(stores, caller, current, op);
  }
  const applied = applyMemoOp(current, op);
  if (!applied.ok) return err(applyErrorToCode(applied.error));
  const after = applied.value.entity;
  if (after === null) return ok(op);
  if (!checkContent(after.row.content, limits).ok) return err("too-large");
  if (op.kind === "memo.put" && current === null) return authoriseNew(stores, caller, op);
  const keptSpace = current?.row.space ?? null;
  if (after.row.parent === null && !checkFields(caller, after.row, keptSpace).ok) {
    return err("invalid");
  }
  if (op.kind === "memo.element") return authoriseElement(stores, caller, current, op);
  return ok(op);
}

type ElementOp = Extract<MemoOp, { kind: "memo.element" }>;

/** A link needs a memo that its writer can read; a reaction is its author's, or a moderator's to remove. */
async function authoriseElement(
  stores: WriteStores,
  caller: Caller,
  current: MemoEntity | null,
  op: ElementOp,
): Promise<Result<MemoOp, Refusal>> {
  if (op.set === "reaction") {
    const isStored = current?.elements.some(
      (each) => each.set === "reaction" && each.key === op.key,
    );
    const mayRemove = op.value === null && isStored === true && isAdministrator(caller);
    if (mayRemove) return ok(op);
    if (!isOwnReaction(caller.name, op)) return err("denied");
    const elements = current?.elements ?? [];
    return hasRoomForReaction(elements, caller.name, op.key) ? ok(op) : err("invalid");
  }
  if (op.value === null) return ok(op);
  if (!isReference(op)) return err("invalid");
  const target = await findReadable(stores.memos, readAccess(caller), op.key, false);
  return target === null || op.key === op.entity ? err("denied") : ok(op);
}

type PutOp = Extract<MemoOp, { kind: "memo.put" }>;

async function authoriseNew(
  stores: WriteStores,
  caller: Caller,
  op: PutOp,
): Promise<Result<MemoOp, Refusal>> {
  if (!isResourceId(op.entity)) return err("invalid");
  const own: PutOp = { ...op, creator: caller.name };
  if (op.parent === null) return checkFields(caller, op.fields).ok ? ok(own) : err("invalid");
  const parent = await findReadable(stores.memos, readAccess(caller), op.parent, false);
  if (parent === null) return err("denied");
  const { visibility, space } = parent;
  return ok({ ...own, fields: { ...op.fields, visibility, space } });
}

/**
 * What an operation is answered on a memo that its sender may not read: what it would be if there were
 * none. Only a memo that is to be made under its id cannot be, as over REST.
 */
function asIfAbsent(op: MemoOp): Refusal {
  return op.kind === "memo.put" ? "denied" : "missing";
}

/**
 * Who can read another's memo may react to it. The owner of what it comments on and moderators may
 * move it to the trash.
 */
async function authoriseForeign(
  stores: WriteStores,
  caller: Caller,
  current: MemoEntity,
  op: MemoOp,
): Promise<Result<MemoOp, Refusal>> {
  const readable = await findReadable(stores.memos, readAccess(caller), current.row.id, false);
  if (readable === null) return err(asIfAbsent(op));
  if (op.kind === "memo.element" && op.set === "reaction") {
    return authoriseElement(stores, caller, current, op);
  }
  if (op.kind !== "memo.set") return err("denied");
  const names = [...Object.keys(op.set), ...Object.keys(op.extra ?? {})];
  const trashesOnly = names.every((field) => field === "deletedMs");
  if (!trashesOnly || op.set.deletedMs === null) return err("denied");
  const parent = readable.parent === null ? null : await stores.memos.find(readable.parent);
  const mayTrash = caller.role === "ADMIN" || parent?.creator === caller.name;
  return mayTrash ? ok(op) : err("denied");
}

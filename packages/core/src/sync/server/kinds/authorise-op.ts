import type { Caller } from "../../../model/caller.ts";
import { findReadable, readAccess } from "../../../access/read-access.ts";
import { isAdministrator } from "../../../model/caller.ts";
import { checkContent, checkFields } from "../../../access/memo-limits.ts";
import type { MemoEntity } from "../../../model/memo.ts";
import { hasRoomForReaction, isOwnReaction } from "../../../memo/reactions.ts";
import { hasRoomForReference, isOwnRelation } from "../../../memo/relations.ts";
import type { PushContext } from "./server-kind.ts";
import { assertableElements } from "./assertable-elements.ts";
import { isResourceId } from "../../../names/names.ts";
import type { ServerWriteStores } from "../../../stores/server-database.ts";
import { err, ok, type Result } from "../../../error/result.ts";
import { applyErrorToCode } from "../../../merge/apply-memo-op.ts";
import { type MemoPlan, planMemo } from "../../../merge/plan-memo.ts";
import type { MemoOp } from "../../../merge/memo-op.ts";
import type { OpCode } from "../../../merge/op-code.ts";

type Refusal = Exclude<OpCode, "applied">;

/** Operation with the values that the server decides, and the resulting plan. */
export interface Authorised {
  readonly op: MemoOp;
  readonly plan: MemoPlan;
}

/**
 * Checks whether a device's operation may be applied, by the rules of the REST API. A refused operation
 * changes nothing.
 */
export async function authoriseOp(
  { stores, deps: { limits }, caller }: PushContext,
  current: MemoEntity | null,
  sent: MemoOp,
): Promise<Result<Authorised, Refusal>> {
  const op =
    sent.kind === "memo.put"
      ? { ...sent, elements: await assertableElements(stores, caller, current, sent) }
      : sent;
  if (current !== null && current.row.creator !== caller.name) {
    const allowed = await authoriseForeign(stores, caller, current, op);
    return allowed.ok ? planned(current, op) : allowed;
  }
  const isNew = op.kind === "memo.put" && current === null;
  const made = isNew ? await authoriseNew(stores, caller, op) : ok(op);
  // Report an invalid document first, whatever else is wrong with the operation.
  const judged = planned(current, made.ok ? made.value : op);
  if (!judged.ok) return judged;
  const { after } = judged.value.plan;
  if (after === null) return judged;
  if (current === null) {
    if (!checkContent(after.row.content, limits()).ok) return err("too-large");
    if (isNew) return made.ok ? judged : made;
  }
  const currentSpace = current?.row.space ?? null;
  if (after.row.parent === null && !checkFields(caller, after.row, currentSpace).ok) {
    return err("invalid");
  }
  if (op.kind !== "memo.element") return judged;
  const allowed = await authoriseElement(stores, caller, current, op);
  return allowed.ok ? judged : allowed;
}

function planned(current: MemoEntity | null, op: MemoOp): Result<Authorised, Refusal> {
  const plan = planMemo(current, [op]);
  return plan.ok ? ok({ op, plan: plan.value }) : err(applyErrorToCode(plan.error));
}

type ElementOp = Extract<MemoOp, { kind: "memo.element" }>;

/**
 * Checks an operation on an element. The user must be able to read the target of a link. Only its author may
 * change a reaction; a moderator may remove it.
 */
async function authoriseElement(
  stores: ServerWriteStores,
  caller: Caller,
  current: MemoEntity | null,
  op: ElementOp,
): Promise<Result<null, Refusal>> {
  if (op.set === "reaction") {
    const isStored = current?.elements.some(
      (each) => each.set === "reaction" && each.key === op.key,
    );
    const mayRemove = op.value === null && isStored === true && isAdministrator(caller);
    if (mayRemove) return ok(null);
    if (!isOwnReaction(caller.name, op)) return err("denied");
    const elements = current?.elements ?? [];
    return hasRoomForReaction(elements, caller.name, op.key) ? ok(null) : err("invalid");
  }
  if (!isOwnRelation(op)) return err("invalid");
  if (op.value === null) return ok(null);
  if (!hasRoomForReference(current?.elements ?? [], op.key)) return err("invalid");
  const target = await findReadable(stores.memos, readAccess(caller), op.key, false);
  return target === null || op.key === op.entity ? err("denied") : ok(null);
}

type PutOp = Extract<MemoOp, { kind: "memo.put" }>;

async function authoriseNew(
  stores: ServerWriteStores,
  caller: Caller,
  op: PutOp,
): Promise<Result<PutOp, Refusal>> {
  if (!isResourceId(op.entity)) return err("invalid");
  const own: PutOp = { ...op, creator: caller.name };
  if (op.parent === null) return checkFields(caller, op.fields).ok ? ok(own) : err("invalid");
  const parent = await findReadable(stores.memos, readAccess(caller), op.parent, false);
  if (parent === null) return err("denied");
  const { visibility, space } = parent;
  return ok({ ...own, fields: { ...op.fields, visibility, space } });
}

/**
 * Returns the refusal for a memo that its sender may not read. It is the same as for a missing memo. Only
 * creating a memo under its id is denied, as in the REST API.
 */
function asIfAbsent(op: MemoOp): Refusal {
  return op.kind === "memo.put" ? "denied" : "missing";
}

/**
 * Checks an operation on another user's memo. Users who can read it may react to it. The owner of the memo
 * that it comments on and moderators may move it to the trash.
 */
async function authoriseForeign(
  stores: ServerWriteStores,
  caller: Caller,
  current: MemoEntity,
  op: MemoOp,
): Promise<Result<null, Refusal>> {
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
  const mayTrash = isAdministrator(caller) || parent?.creator === caller.name;
  return mayTrash ? ok(null) : err("denied");
}

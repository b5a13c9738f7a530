import { type Caller, findReadable, readAccess } from "../memo/access.ts";
import { checkContent, checkFields, type MemoLimits } from "../memo/limits.ts";
import type { MemoEntity } from "../memo/model.ts";
import { isResourceId } from "../names.ts";
import type { WriteStores } from "../ports.ts";
import { err, ok, type Result } from "../result.ts";
import { applyMemoOp } from "./apply-operation.ts";
import type { MemoOp } from "./operation.ts";
import type { OpCode } from "./protocol.ts";

type Refusal = Exclude<OpCode, "applied">;

/**
 * Whether a device's operation may be applied, by the rules that REST follows; the operation comes
 * back with what the server decides in it. A refused one never changes anything.
 */
export async function authoriseOp(
  stores: WriteStores,
  caller: Caller,
  current: MemoEntity | null,
  op: MemoOp,
  limits: MemoLimits,
): Promise<Result<MemoOp, Refusal>> {
  if (current !== null && current.row.creator !== caller.name) {
    return authoriseForeign(stores, caller, current, op);
  }
  const applied = applyMemoOp(current, op);
  if (!applied.ok) {
    return err(applied.error.type === "invalid-update" ? "invalid" : applied.error.type);
  }
  const after = applied.value.entity;
  if (after === null) return ok(op);
  if (!checkContent(after.row.content, limits).ok) return err("too-large");
  if (op.kind === "memo.put" && current === null) return authoriseNew(stores, caller, op);
  if (after.row.parent === null && !checkFields(caller, after.row).ok) return err("invalid");
  return ok(op);
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

/** Of others' memos, the owner of what they comment on and moderators may move them to the trash. */
async function authoriseForeign(
  stores: WriteStores,
  caller: Caller,
  current: MemoEntity,
  op: MemoOp,
): Promise<Result<MemoOp, Refusal>> {
  const readable = await findReadable(stores.memos, readAccess(caller), current.row.id, false);
  if (readable === null || op.kind !== "memo.set") return err("denied");
  const trashesOnly = Object.keys(op.set).every((field) => field === "deletedMs");
  if (!trashesOnly || op.set.deletedMs === null) return err("denied");
  const parent = readable.parent === null ? null : await stores.memos.find(readable.parent);
  const mayTrash = caller.role === "ADMIN" || parent?.creator === caller.name;
  return mayTrash ? ok(op) : err("denied");
}

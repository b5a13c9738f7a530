import { jsonBytes } from "../../../bytes/utf8-length.ts";
import { commitRegister } from "../../../commit/commit-register.ts";
import { registerFloor } from "../../../register/register-floor.ts";
import type { RegisterKind } from "../../../merge/register.ts";
import { checkSetting } from "../../../setting/check-setting.ts";
import { checkViewValue } from "../../../view/check-view.ts";
import type { RegisterOp } from "../../../merge/register-op.ts";
import { userScope } from "../../../model/scope.ts";
import type { LoadedRow, PushContext, ServerKind } from "./server-kind.ts";

/** Settings and views on the server: sends rows to their user's devices and applies their operations. */
export function serverRegisters(kind: RegisterKind): ServerKind<RegisterOp> {
  return {
    async load(stores, { caller, follows }, ids) {
      const rows = new Map<string, LoadedRow>();
      if (follows?.has(userScope(caller.name)) === false) return rows;
      for (const register of await stores.registers.findMany(caller.name, kind, ids)) {
        const { id, value, stamp, seq } = register;
        const row = { id, value, stamp, seq };
        rows.set(id, { row, seq, bytes: jsonBytes(row) });
      }
      return rows;
    },
    async apply(context, op) {
      const { stores, deps, caller } = context;
      deps.clock.observe(op.stamp);
      if (!(await isAllowed(context, op))) return { code: "invalid", merged: false };
      if (await mayBeGone(context, op)) return { code: "gone", merged: false };
      const at = { caller, atMs: deps.clock.nowMs() };
      await commitRegister(stores, deps.journal, op, at);
      return { code: "applied", merged: false };
    },
  };
}

/** Returns true if the operation is valid by the rules of the REST API. */
async function isAllowed({ stores, deps, caller }: PushContext, op: RegisterOp): Promise<boolean> {
  switch (op.kind) {
    case "view.remove":
      return true;
    case "view.put":
      return (await checkViewValue(stores, caller, op, deps.clock.nowMs())).ok;
    case "setting.set":
      return checkSetting(stores, caller, op.entity, op.value);
  }
}

/** Returns true if the register may have been removed so long ago that no record of it is left (S7b). */
async function mayBeGone(
  { stores, caller: { name } }: PushContext,
  op: RegisterOp,
): Promise<boolean> {
  if (op.kind === "view.remove" || op.value === null) return false;
  const kind = op.kind === "setting.set" ? "setting" : "view";
  if ((await stores.registers.find(name, kind, op.entity)) !== null) return false;
  return op.stamp <= (await registerFloor(stores.meta, name, kind));
}

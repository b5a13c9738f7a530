import type { WriteContext } from "./write-context.ts";
import type { Caller } from "../model/caller.ts";
import type { WriteStores } from "../stores/database.ts";
import type { HybridClock } from "../clock/hybrid-clock.ts";
import type { Journal } from "../stores/journal.ts";
import type { RegisterOp } from "../merge/register-op.ts";
import { applyRegisterOp, type Register } from "../merge/register.ts";

export interface RegisterDeps {
  readonly journal: Journal;
  readonly clock: HybridClock;
}

/** Change of a register without its stamp. */
export type UnstampedOp = RegisterOp extends infer Op
  ? Op extends RegisterOp
    ? Omit<Op, "stamp" | "stated">
    : never
  : never;

/** Writes an operation on a register and the journal in the caller's transaction. */
export async function commitRegister(
  stores: WriteStores,
  journal: Journal,
  op: RegisterOp,
  { caller, atMs }: { readonly caller: Caller; readonly atMs: number },
): Promise<void> {
  const kind = op.kind === "setting.set" ? "setting" : "view";
  const before = await stores.registers.find(caller.name, kind, op.entity);
  const applied = applyRegisterOp(before, op, caller.name);
  if (applied === null || applied === before) return;
  const after: Register = { ...applied, seq: await journal.nextSeq(stores, applied.seq) };
  await stores.registers.save(after);
  await journal.recordRegister(stores, { before, after, op, atMs });
}

/** Changes one of the caller's registers with a stamp newer than the stored one (C6). */
export async function changeRegister(
  { stores, deps: { journal, clock }, caller }: WriteContext<RegisterDeps>,
  change: UnstampedOp,
): Promise<void> {
  const kind = change.kind === "setting.set" ? "setting" : "view";
  const known = await stores.registers.find(caller.name, kind, change.entity);
  if (known !== null) clock.observe(known.stamp);
  const atMs = clock.nowMs();
  await commitRegister(stores, journal, { ...change, stamp: clock.tick() }, { caller, atMs });
}

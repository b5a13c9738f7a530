import type { DeviceWriteStores } from "../../../stores/device-database.ts";
import { type Register, type RegisterKind, registerToOp } from "../../../merge/register.ts";
import type { DeviceKind } from "./device-kind.ts";
import { enqueueOp } from "../outbox/held-operations.ts";
import { type RegisterOp, wireRegisterSchema } from "../../../merge/register-op.ts";
import { entityKey } from "../../../merge/sync-op.ts";
import { ownerOf, registerRebase } from "../rebase/register-rebase.ts";

/**
 * Applies a user's settings and views from the server on a device. An unsent value is shown until the server
 * answers it.
 */
export function deviceRegisters(kind: RegisterKind): DeviceKind<RegisterOp> {
  const rebase = registerRebase[kind];
  return {
    async applyRow(stores, { entity: id, seq, row }) {
      const read = wireRegisterSchema.safeParse(row);
      if (!read.success) return false;
      const user = await ownerOf(stores);
      await rebase.applyRow(stores, id, seq, { ...read.data, kind, id, user });
      return true;
    },
    async applyRemoval(stores, id, seq) {
      await rebase.applyRemoval(stores, id, seq);
    },
    async applyResult(stores, _deps, operation, { entity: id, code, row, seq }) {
      const read = row === null ? null : wireRegisterSchema.parse(row);
      const user = await ownerOf(stores);
      const taken = read === null ? null : { ...read, kind, id, user };
      await rebase.takeAnswer(stores, operation, { code, seq, row: taken });
    },
    async reassertOwn(stores, user, atMs) {
      for (const register of await stores.registers.list(user, kind)) {
        await rebase.reassert(stores, register.id, async (replaced) => {
          const isServers = register.seq > 0 && replaced.length === 0;
          const op = registerToOp(register);
          await enqueueOp(stores, isServers ? { ...op, stated: true } : op, atMs);
        });
      }
    },
    evictUnshown: () => Promise.resolve(false),
    async unmarked(stores, after, limit) {
      const registers = await stores.registers.list(await ownerOf(stores), kind);
      const ids = registers.map(({ id }) => id).filter((id) => id > after);
      const met = await stores.snapshotMarks.among(ids.map((id) => entityKey(kind, id)));
      return ids.filter((id) => !met.has(entityKey(kind, id))).slice(0, limit);
    },
    evictLeftOver: rebase.evictLeftOver,
  };
}

/** Adds a local change to the outbox, or replaces one that was never sent. */
export async function enqueueRegister(
  stores: DeviceWriteStores,
  before: Register | null,
  op: RegisterOp,
  atMs: number,
): Promise<void> {
  const kind = op.kind === "setting.set" ? "setting" : "view";
  const key = entityKey(kind, op.entity);
  await registerRebase[kind].keepBase(stores, op.entity, before);
  const last = (await stores.outbox.waitingOn(key)).at(-1);
  if (last?.state === "pending" && last.attempts === 0) {
    await stores.outbox.replace(last.n, op);
    return;
  }
  // A blocked operation isn't part of the stream, so removing it leaves no gap.
  if (last?.state === "blocked") await stores.outbox.remove([last.n]);
  await enqueueOp(stores, op, atMs);
}

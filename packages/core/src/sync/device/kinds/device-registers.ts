import type { WriteStores } from "../../../stores/database.ts";
import {
  applyRegisterOp,
  type Register,
  type RegisterKind,
  registerToOp,
} from "../../../merge/register.ts";
import type { DeviceKind } from "./device-kind.ts";
import { enqueueOp } from "../outbox/held-operations.ts";
import { type RegisterOp, wireRegisterSchema } from "../../../merge/register-op.ts";
import type { Refusal } from "../../protocol/refusal.ts";
import { entityKey, isRegisterOp } from "../../../merge/sync-op.ts";
import { accountKey } from "../../profile/profile-keys.ts";

/**
 * What users keep for themselves, as a device takes it from the server. A value that waits to be
 * sent stands on top of the server's, which is kept beside it until the two agree.
 */
export function deviceRegisters(kind: RegisterKind): DeviceKind<RegisterOp> {
  return {
    async takeRow(stores, id, seq, row) {
      const read = wireRegisterSchema.safeParse(row);
      if (!read.success) return false;
      await takeRegister(stores, seq, { ...read.data, kind, id, user: await ownerOf(stores) });
      return true;
    },
    async takeRemoval(stores, id, seq) {
      await takeRemoval(stores, kind, id, seq);
    },
    async takeResult(stores, _deps, { n }, { entity: id, code, row, seq }) {
      if (code === "applied") {
        await stores.outbox.remove([n]);
      } else {
        const refusal: Refusal = { code, content: null };
        await stores.outbox.reject(n, JSON.stringify(refusal));
      }
      const read = row === null ? null : wireRegisterSchema.parse(row);
      const user = await ownerOf(stores);
      const isTaken =
        read === null
          ? await takeRemoval(stores, kind, id, seq)
          : await takeRegister(stores, seq, { ...read, kind, id, user });
      // The answer was overtaken by a page: what that said stands, now without the operation.
      if (!isTaken) await showBase(stores, kind, id);
    },
    async reassertOwn(stores, user, atMs) {
      for (const register of await stores.registers.list(user, kind)) {
        const key = entityKey(kind, register.id);
        const waiting = await stores.outbox.waitingOn(key);
        await stores.outbox.remove(waiting.map(({ n }) => n));
        const isServers = register.seq > 0 && waiting.length === 0;
        const op = registerToOp(register);
        await enqueueOp(stores, isServers ? { ...op, stated: true } : op, atMs);
        await stores.bases.setRow(key, null);
      }
    },
    dropUnshown: () => Promise.resolve(false),
    async unmarked(stores, after, limit) {
      const registers = await stores.registers.list(await ownerOf(stores), kind);
      const ids = registers.map(({ id }) => id).filter((id) => id > after);
      const met = await stores.snapshotMarks.among(ids.map((id) => entityKey(kind, id)));
      return ids.filter((id) => !met.has(entityKey(kind, id))).slice(0, limit);
    },
    async dropLeftOver(stores, id, uptoSeq) {
      const user = await ownerOf(stores);
      const register = await stores.registers.find(user, kind, id);
      if (register === null || register.seq === 0 || register.seq > uptoSeq) return false;
      if ((await stores.outbox.waitingOn(entityKey(kind, id))).length > 0) return false;
      await stores.registers.remove(user, kind, id);
      return true;
    },
  };
}

/** Puts a change made here into the outbox, in place of one that was never sent. */
export async function enqueueRegister(
  stores: WriteStores,
  before: Register | null,
  op: RegisterOp,
  atMs: number,
): Promise<void> {
  const kind = op.kind === "setting.set" ? "setting" : "view";
  const key = entityKey(kind, op.entity);
  if ((await stores.bases.getRow(key)) === undefined) {
    await stores.bases.setRow(key, before !== null && before.seq > 0 ? before : null);
  }
  const last = (await stores.outbox.waitingOn(key)).at(-1);
  if (last?.state === "pending" && last.attempts === 0) {
    await stores.outbox.replace(last.n, op);
    return;
  }
  // What is held back has no place in the stream that could be left empty.
  if (last?.state === "blocked") await stores.outbox.remove([last.n]);
  await enqueueOp(stores, op, atMs);
}

async function takeRegister(
  stores: WriteStores,
  seq: number,
  incoming: Register,
): Promise<boolean> {
  const { kind, id } = incoming;
  const key = entityKey(kind, id);
  const isEvicted = seq < ((await stores.evicted.get(key)) ?? 0);
  if (isEvicted || seq < (await knownSeq(stores, kind, id))) return false;
  if ((await stores.outbox.waitingOn(key)).length === 0) {
    await stores.bases.remove(key);
    await stores.registers.save(incoming);
  } else {
    await stores.bases.setRow(key, incoming);
    await showBase(stores, kind, id);
  }
  return true;
}

/** A value that waits to be sent stays shown until the server has said what becomes of it. */
async function takeRemoval(
  stores: WriteStores,
  kind: RegisterKind,
  id: string,
  seq: number,
): Promise<boolean> {
  if (seq < (await knownSeq(stores, kind, id))) return false;
  const key = entityKey(kind, id);
  await stores.evicted.set(key, Math.max(seq, (await stores.evicted.get(key)) ?? 0));
  await stores.bases.setRow(key, null);
  await showBase(stores, kind, id);
  return true;
}

/** Shows the server's value with what waits on top. */
async function showBase(stores: WriteStores, kind: RegisterKind, id: string): Promise<void> {
  const key = entityKey(kind, id);
  const base = await stores.bases.getRow(key);
  if (base === undefined) return;
  const user = await ownerOf(stores);
  const waiting = (await stores.outbox.waitingOn(key)).map(({ op }) => op).filter(isRegisterOp);
  let view = base.row as Register | null;
  for (const op of waiting) view = applyRegisterOp(view, op, user);
  if (view === null) await stores.registers.remove(user, kind, id);
  else await stores.registers.save(view);
  if (waiting.length === 0) await stores.bases.remove(key);
}

async function knownSeq(stores: WriteStores, kind: RegisterKind, id: string): Promise<number> {
  const base = await stores.bases.getRow(entityKey(kind, id));
  if (base !== undefined) return (base.row as Register | null)?.seq ?? 0;
  return (await stores.registers.find(await ownerOf(stores), kind, id))?.seq ?? 0;
}

async function ownerOf({ meta }: Pick<WriteStores, "meta">): Promise<string> {
  return (await meta.get(accountKey)) ?? "users/local";
}

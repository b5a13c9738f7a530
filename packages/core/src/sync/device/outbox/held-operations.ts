import { z } from "zod";
import type { DeviceReadStores, DeviceWriteStores } from "../../../stores/device-database.ts";
import { firstKinds, kindOf, type SyncOp } from "../../../merge/sync-op.ts";
import { streamIdKey } from "../../profile/profile-keys.ts";
import { defineMeta } from "../../../stores/meta/define-meta.ts";
import { json } from "../../../stores/meta/meta-form.ts";

const kindsKey = defineMeta("server_kinds", json(z.array(z.string())));

/**
 * Puts an operation into the outbox. One of a kind that the server does not know yet is held back
 * until its hello names that kind: it has no place in the stream, so that it holds up nothing.
 */
export async function enqueueOp(
  stores: DeviceWriteStores,
  op: SyncOp,
  atMs: number,
): Promise<void> {
  const isKnown = (await knownKinds(stores)).includes(kindOf(op));
  await stores.outbox.append(op, atMs, isKnown ? "pending" : "blocked");
}

/** Notes which kinds the server takes, lets go what it takes now, and holds back what it does not. */
export async function noteServerKinds(
  stores: DeviceWriteStores,
  kinds: readonly string[] = firstKinds,
  newStreamId: () => string,
): Promise<void> {
  await stores.meta.set(kindsKey, [...kinds]);
  for (const { n, op, atMs } of await stores.outbox.blocked()) {
    if (!kinds.includes(kindOf(op))) continue;
    await stores.outbox.remove([n]);
    await stores.outbox.append(op, atMs);
  }
  const waiting = await stores.outbox.pending(Number.MAX_SAFE_INTEGER);
  const held = waiting.filter(({ op }) => !kinds.includes(kindOf(op)));
  if (held.length === 0) return;
  // Their places in the stream are to be filled by others, so it begins anew.
  await stores.outbox.block(held.map(({ n }) => n));
  await stores.meta.set(streamIdKey, newStreamId());
  await stores.outbox.renumber();
}

/** Kinds that the server takes, as far as it has said. */
export async function knownKinds({
  meta,
}: Pick<DeviceReadStores, "meta">): Promise<readonly string[]> {
  return (await meta.get(kindsKey)) ?? firstKinds;
}

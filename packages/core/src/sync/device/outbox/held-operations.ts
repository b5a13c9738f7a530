import { z } from "zod";
import type { DeviceReadStores, DeviceWriteStores } from "../../../stores/device-database.ts";
import { firstKinds, kindOf, type SyncOp } from "../../../merge/sync-op.ts";
import { streamIdKey } from "../../profile/profile-keys.ts";
import { defineMeta } from "../../../stores/meta/define-meta.ts";
import { json } from "../../../stores/meta/meta-form.ts";

const kindsKey = defineMeta("server_kinds", json(z.array(z.string())));

/**
 * Adds an operation to the outbox. An operation of a kind that the server doesn't know is held until its
 * hello names that kind. It isn't part of the stream meanwhile, so it blocks nothing.
 */
export async function enqueueOp(
  stores: DeviceWriteStores,
  op: SyncOp,
  atMs: number,
): Promise<void> {
  const isKnown = (await knownKinds(stores)).includes(kindOf(op));
  await stores.outbox.append(op, atMs, isKnown ? "pending" : "blocked");
}

/**
 * Stores the kinds that the server accepts. Releases held operations that it accepts now, and holds those
 * that it doesn't.
 */
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
  // Other operations take their numbers in the stream, so a new stream starts.
  await stores.outbox.block(held.map(({ n }) => n));
  await stores.meta.set(streamIdKey, newStreamId());
  await stores.outbox.renumber();
}

/** Returns the kinds that the server accepts, according to its last hello. */
export async function knownKinds({
  meta,
}: Pick<DeviceReadStores, "meta">): Promise<readonly string[]> {
  return (await meta.get(kindsKey)) ?? firstKinds;
}

import { z } from "zod";
import type { DeviceReadStores, DeviceWriteStores } from "../../../stores/device-database.ts";
import { abandonScope, beginScope, restartSnapshots } from "./device-snapshot.ts";
import { deviceKinds } from "../kinds/device-kinds.ts";
import { areOrphansDue, evictUnshownAmong } from "../kinds/device-memos.ts";
import { wireChangeSchema } from "../../protocol/messages.ts";
import { publicScope, scopeSpace, userScope, type Scope, scopesIn } from "../../../model/scope.ts";
import { accountKey } from "../../profile/profile-keys.ts";
import { defineMeta } from "../../../stores/meta/define-meta.ts";
import { flag, json } from "../../../stores/meta/meta-form.ts";
import { parseJson } from "../../../json/parse-json.ts";
import type { UserReference } from "../../../names/names.ts";
import { userReferenceSchema } from "../../../names/reference-schema.ts";
import { scopeSchema } from "../../../model/scope-schema.ts";

const scopesForm = json(z.array(scopeSchema()));
/** The scopes in the server's last offer. */
const offeredKey = defineMeta("offered_scopes", scopesForm);
const followPublicKey = defineMeta("follow_public", flag);
/** Scopes that were left and aren't followed again until `endLeaving`. */
const leavingKey = defineMeta("leaving_scopes", scopesForm);
/** Number of memos checked per transaction; few enough that other writers don't notice the wait. */
const evictAtOnce = 50;
const evictStart: { creator: UserReference; id: string } = { creator: "", id: "" };
/** Versions before 0.2 ran another pass first; after an update during that pass, eviction starts over. */
const evictPlaceSchema = z
  .object({ what: z.string().optional(), creator: userReferenceSchema(), id: z.string() })
  .transform(({ what, creator, id }) => (what === "orphans" ? evictStart : { creator, id }));
/** Progress of evicting memos that others share with everyone. */
const evictDueKey = defineMeta("drop_public", json(evictPlaceSchema));

/** Returns the scopes that this device follows, with the cursor of each; 0 is the beginning. */
export async function followedCursors(
  stores: Pick<DeviceReadStores, "meta" | "cursors">,
): Promise<Record<string, number>> {
  const account = await stores.meta.get(accountKey);
  if (account === null) return {};
  return { [userScope(account)]: 0, ...Object.fromEntries(await stores.cursors.all()) };
}

/** Returns the resource names of the spaces that this device follows: those of its user. */
export async function followedSpaces(
  stores: Pick<DeviceReadStores, "meta" | "cursors">,
): Promise<string[]> {
  return scopesIn(await followedCursors(stores)).flatMap((scope) => scopeSpace(scope) ?? []);
}

/** Returns true if this device stores memos that others share with everyone. */
export async function isFollowingPublic({
  meta,
}: Pick<DeviceReadStores, "meta">): Promise<boolean> {
  return (await meta.get(followPublicKey)) === true;
}

/** Returns true if this device follows public memos but hasn't finished their first download. */
export async function isPublicComing(
  stores: Pick<DeviceReadStores, "meta" | "cursors">,
): Promise<boolean> {
  if (!(await isFollowingPublic(stores))) return false;
  return ((await followedCursors(stores))[publicScope] ?? 0) === 0;
}

/**
 * Starts or stops following memos that others share with everyone. Stopping hides them at once, connected or
 * not, unless another scope shows them; `evictPublicPart` removes them.
 */
export async function setFollowPublic(stores: DeviceWriteStores, isOn: boolean): Promise<void> {
  await stores.meta.set(followPublicKey, isOn ? true : null);
  const offered = await stores.meta.get(offeredKey);
  const account = await stores.meta.get(accountKey);
  if (offered === null || account === null) return;
  const isFollowed = (await stores.cursors.all()).has(publicScope);
  if (!isOn && isFollowed) {
    await stores.cursors.remove(publicScope);
    await abandonScope(stores, publicScope);
    await stores.meta.set(evictDueKey, evictStart);
    await noteLeaving(stores, [publicScope]);
    await judgeDeferred(stores, account);
  }
  await followOffered(stores, offered);
}

/** Returns true if public memos are still stored that this device no longer shows. */
export async function isEvictingPublic({ meta }: Pick<DeviceReadStores, "meta">): Promise<boolean> {
  return (await meta.get(evictDueKey)) !== null;
}

/**
 * Removes some of the memos that `setFollowPublic` has hidden; unsent ones are kept until they are sent. The
 * progress survives a restart. Returns false if nothing is left to remove.
 */
export async function evictPublicPart(stores: DeviceWriteStores): Promise<boolean> {
  const place = await stores.meta.get(evictDueKey);
  if (place === null) return false;
  const user = (await stores.meta.get(accountKey)) ?? "";
  const found = await stores.memos.othersAfter(user, place, evictAtOnce);
  const follows = new Set((await stores.cursors.all()).keys());
  const ids = found.map(({ id }) => id);
  await evictUnshownAmong(stores, ids, follows);
  const next = found.at(-1);
  await stores.meta.set(evictDueKey, next ?? null);
  return next !== undefined;
}

/** Returns true if these are the scopes in the server's last offer. */
export async function isOffered(
  { meta }: Pick<DeviceReadStores, "meta">,
  scopes: readonly Scope[],
): Promise<boolean> {
  return JSON.stringify(await meta.get(offeredKey)) === JSON.stringify(scopes);
}

/**
 * Follows the offered scopes: the user's own, their spaces, and the public scope if this profile wants it. A
 * new scope starts at its beginning. Evicts memos that only an unfollowed scope showed; those with pending
 * operations are evicted once the server has answered.
 */
export async function followOffered(
  stores: DeviceWriteStores,
  offered: readonly Scope[],
): Promise<{ readonly isBegun: boolean; readonly isEvicted: boolean }> {
  const account = await stores.meta.get(accountKey);
  if (account === null) return { isBegun: false, isEvicted: false };
  await stores.meta.set(offeredKey, [...offered]);
  const own = userScope(account);
  const withPublic = await isFollowingPublic(stores);
  const leaving = await leavingScopes(stores);
  const wanted = new Set([
    own,
    ...offered.filter(
      (scope) =>
        (scopeSpace(scope) !== null || (scope === publicScope && withPublic)) &&
        !leaving.includes(scope),
    ),
  ]);
  const current = await stores.cursors.all();
  const gone = [...current.keys()].filter((scope) => !wanted.has(scope));
  const begun = [...wanted].filter((scope) => !current.has(scope));
  for (const scope of begun) await beginScope(stores, scope);
  if (gone.length === 0) return { isBegun: begun.length > 0, isEvicted: false };
  for (const scope of gone) await stores.cursors.remove(scope);
  await noteLeaving(stores, gone);
  const follows = await stores.cursors.all();
  let isEvicted = false;
  for (const kind of Object.values(deviceKinds)) {
    isEvicted = (await kind.evictUnshown(stores, new Set(follows.keys()))) || isEvicted;
  }
  for (const scope of gone) await abandonScope(stores, scope);
  await judgeDeferred(stores, account);
  return { isBegun: begun.length > 0, isEvicted };
}

/**
 * Allows scopes that were left to be followed again, once all memos that only they showed are evicted. If
 * other users have hidden some of these memos meanwhile, a new snapshot wouldn't report it. Call it once a
 * pull is complete and orphans are checked. Returns whether a scope is followed again.
 */
export async function endLeaving(stores: DeviceWriteStores): Promise<boolean> {
  const leaving = await leavingScopes(stores);
  const isBusy = (await isEvictingPublic(stores)) || (await areOrphansDue(stores));
  if (leaving.length === 0 || isBusy) return false;
  await stores.meta.set(leavingKey, null);
  const offered = await stores.meta.get(offeredKey);
  if (offered === null) return false;
  return (await followOffered(stores, offered)).isBegun;
}

async function noteLeaving(stores: DeviceWriteStores, scopes: readonly Scope[]): Promise<void> {
  const leaving = new Set([...(await leavingScopes(stores)), ...scopes]);
  await stores.meta.set(leavingKey, [...leaving]);
}

async function leavingScopes({ meta }: Pick<DeviceReadStores, "meta">): Promise<Scope[]> {
  return (await meta.get(leavingKey)) ?? [];
}

/**
 * Restarts all snapshots if a row was deferred through another scope than the user's own. When a scope is
 * left, such rows can't be checked; a scope that still shows them sends them again (R9a).
 */
async function judgeDeferred(stores: DeviceWriteStores, account: UserReference): Promise<void> {
  const own = userScope(account);
  const rows = await stores.deferred.all();
  const isBeside = rows.some(({ payload }) => parseJson(wireChangeSchema, payload).scope !== own);
  if (isBeside) await restartSnapshots(stores, (await stores.cursors.all()).keys());
}

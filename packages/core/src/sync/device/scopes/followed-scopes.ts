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
/** The scopes that the server offered last. */
const offeredKey = defineMeta("offered_scopes", scopesForm);
const followPublicKey = defineMeta("follow_public", flag);
/** The scopes that were left and are not followed again before `endLeaving`. */
const leavingKey = defineMeta("leaving_scopes", scopesForm);
/** Short enough that whoever writes here does not notice. */
const evictAtOnce = 50;
const evictStart: { creator: UserReference; id: string } = { creator: "", id: "" };
/** Before 0.2 there was a pass of another kind first; after an update in its midst all begins anew. */
const evictPlaceSchema = z
  .object({ what: z.string().optional(), creator: userReferenceSchema(), id: z.string() })
  .transform(({ what, creator, id }) => (what === "orphans" ? evictStart : { creator, id }));
/** How far dropping what others show to everybody has got. */
const evictDueKey = defineMeta("drop_public", json(evictPlaceSchema));

/** Scopes that this device follows, and where it is in each: 0 at the beginning. */
export async function followedCursors(
  stores: Pick<DeviceReadStores, "meta" | "cursors">,
): Promise<Record<string, number>> {
  const account = await stores.meta.get(accountKey);
  if (account === null) return {};
  return { [userScope(account)]: 0, ...Object.fromEntries(await stores.cursors.all()) };
}

/** Resource names of the spaces that this device follows: those that its user is in. */
export async function followedSpaces(
  stores: Pick<DeviceReadStores, "meta" | "cursors">,
): Promise<string[]> {
  return scopesIn(await followedCursors(stores)).flatMap((scope) => scopeSpace(scope) ?? []);
}

/** Whether this device keeps what others show to everybody. */
export async function isFollowingPublic({
  meta,
}: Pick<DeviceReadStores, "meta">): Promise<boolean> {
  return (await meta.get(followPublicKey)) === true;
}

/** Whether it is to keep it and all that there was when that began has not come yet. */
export async function isPublicComing(
  stores: Pick<DeviceReadStores, "meta" | "cursors">,
): Promise<boolean> {
  if (!(await isFollowingPublic(stores))) return false;
  return ((await followedCursors(stores))[publicScope] ?? 0) === 0;
}

/**
 * Begins or stops to keep what others show to everybody. Stopping hides at once what nothing else
 * shows, connected or not, and leaves it to `evictPublicPart` to remove it.
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

/** Whether this device still has what others show to everybody, and shows it no more. */
export async function isEvictingPublic({ meta }: Pick<DeviceReadStores, "meta">): Promise<boolean> {
  return (await meta.get(evictDueKey)) !== null;
}

/**
 * Removes some of what nothing shows since `setFollowPublic`; what waits to be sent stays until it
 * was. Where it had got to survives a restart. False when nothing is left to remove.
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

/** Whether these are the scopes that the server offered last. */
export async function isOffered(
  { meta }: Pick<DeviceReadStores, "meta">,
  scopes: readonly Scope[],
): Promise<boolean> {
  return JSON.stringify(await meta.get(offeredKey)) === JSON.stringify(scopes);
}

/**
 * Follows what the server offers: the user's own scope, their spaces, and what others show to
 * everybody if this profile wants it. A new scope is at its beginning; what only a scope showed that
 * is followed no more goes, unless it waits to be sent: then it goes with the answer.
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
 * A scope that was left begins anew only once all that it alone showed is gone: what is left may have
 * been hidden meanwhile, which the snapshot that it begins with does not say. To be called once a
 * pull has brought everything, and what hung in the air was judged. Whether one is followed again.
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
 * What was deferred by another scope than the user's own cannot be judged when one is left: all
 * begins again, and a scope that shows it still brings it (R9).
 */
async function judgeDeferred(stores: DeviceWriteStores, account: UserReference): Promise<void> {
  const own = userScope(account);
  const rows = await stores.deferred.all();
  const isBeside = rows.some(({ payload }) => parseJson(wireChangeSchema, payload).scope !== own);
  if (isBeside) await restartSnapshots(stores, (await stores.cursors.all()).keys());
}

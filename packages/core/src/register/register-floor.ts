import type { MetaStore } from "../stores/meta/meta-store.ts";
import type { Stamp } from "../model/stamp.ts";
import type { RegisterKind } from "../merge/register.ts";
import { defineMetaFamily, type MetaKey } from "../stores/meta/define-meta.ts";
import { stamp as stampForm } from "../stores/meta/meta-form.ts";
import type { UserReference } from "../names/names.ts";

/** Floor by `<kind>:<user>`. */
const floorKeys = defineMetaFamily("register_floor:", stampForm);

/**
 * Returns the newest stamp of an emptied register that the server has pruned, of one user and kind; `""` if
 * it has pruned none. A register that is missing here, with this stamp or an older one, may have been removed
 * since.
 */
export async function registerFloor(
  meta: Pick<MetaStore, "get">,
  user: UserReference,
  kind: RegisterKind,
): Promise<Stamp> {
  return (await meta.get(keyOf(user, kind))) ?? "";
}

export async function raiseRegisterFloor(
  meta: MetaStore,
  user: UserReference,
  kind: RegisterKind,
  stamp: Stamp,
): Promise<void> {
  if (stamp > (await registerFloor(meta, user, kind))) await meta.set(keyOf(user, kind), stamp);
}

/** Removes the floor of a closed account. */
export async function removeRegisterFloor(
  meta: MetaStore,
  user: UserReference,
  kind: RegisterKind,
): Promise<void> {
  await meta.set(keyOf(user, kind), null);
}

function keyOf(user: UserReference, kind: RegisterKind): MetaKey<Stamp> {
  return floorKeys.at(`${kind}:${user}`);
}

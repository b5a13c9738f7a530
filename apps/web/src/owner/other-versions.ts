import { anyDatabaseLock } from "./names.ts";

/** Resolves to the locks of other versions' tabs that have the database; there is at most one, except in between. */
export async function otherVersions(locks: LockManager, own: string): Promise<readonly string[]> {
  const { held = [] } = await locks.query();
  return held.flatMap(({ name = "" }) => (anyDatabaseLock.test(name) && name !== own ? name : []));
}

/** Resolves once none of the locks is held. */
export async function whenFree(locks: LockManager, names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => locks.request(name, { mode: "shared" }, () => undefined)));
}

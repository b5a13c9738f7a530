import type { DeviceWriteStores } from "../../stores/device-database.ts";
import { userScope } from "../../model/scope.ts";
import { restartSnapshots } from "./scopes/device-snapshot.ts";
import { reassert } from "./rebase/reassert-memos.ts";
import type { UserReference } from "../../names/names.ts";

/** Reasserts the user's own memos that the server lacks or has in another state. The server merges them. */
export async function reassertSome(
  stores: DeviceWriteStores,
  ids: readonly string[],
  atMs: number,
): Promise<void> {
  for (const id of ids) await reassert(stores, id, atMs);
}

/** Downloads everything that the user owns again. Memos that the server lacks must be asserted before. */
export async function bringOwnAnew(stores: DeviceWriteStores, user: UserReference): Promise<void> {
  await restartSnapshots(stores, [userScope(user)]);
}

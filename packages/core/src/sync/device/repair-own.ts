import type { DeviceWriteStores } from "../../stores/device-database.ts";
import { userScope } from "../../model/scope.ts";
import { restartSnapshots } from "./scopes/device-snapshot.ts";
import { reassert } from "./rebase/reassert-memos.ts";
import type { UserReference } from "../../names/names.ts";

/** Asserts memos of the user's own that the server has otherwise or not at all: nothing is replaced. */
export async function reassertSome(
  stores: DeviceWriteStores,
  ids: readonly string[],
  atMs: number,
): Promise<void> {
  for (const id of ids) await reassert(stores, id, atMs);
}

/** Has everything of the user's own brought anew. What the server has not is to be asserted before. */
export async function bringOwnAnew(stores: DeviceWriteStores, user: UserReference): Promise<void> {
  await restartSnapshots(stores, [userScope(user)]);
}

import type { Caller } from "../model/caller.ts";
import type { WriteStores } from "../stores/database.ts";

/** Transaction with the service's dependencies and the caller of the write. */
export interface WriteContext<Deps, Stores extends WriteStores = WriteStores> {
  readonly stores: Stores;
  readonly deps: Deps;
  readonly caller: Caller;
}

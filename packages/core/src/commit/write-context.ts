import type { Caller } from "../model/caller.ts";
import type { WriteStores } from "../stores/database.ts";

/** A transaction, with what the service is built from and the caller that it writes for. */
export interface WriteContext<Deps, Stores extends WriteStores = WriteStores> {
  readonly stores: Stores;
  readonly deps: Deps;
  readonly caller: Caller;
}

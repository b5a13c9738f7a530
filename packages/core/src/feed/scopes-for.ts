import type { Caller } from "../model/caller.ts";
import { publicScope, spaceScope, userScope, type Scope } from "../model/scope.ts";

/** Returns the scopes that a user may follow: their own, the public one, and their spaces. */
export function scopesFor(caller: Caller): Scope[] {
  return [userScope(caller.name), publicScope, ...caller.spaces.map(spaceScope)];
}

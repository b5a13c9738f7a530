import type { Caller } from "../model/caller.ts";
import { publicScope, spaceScope, userScope, type Scope } from "../model/scope.ts";

/** Scopes that a user may follow: what is theirs, what everybody shares, and their spaces. */
export function scopesFor(caller: Caller): Scope[] {
  return [userScope(caller.name), publicScope, ...caller.spaces.map(spaceScope)];
}

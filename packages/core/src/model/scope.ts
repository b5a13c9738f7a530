import type { MemoRow } from "./memo.ts";
import { type UserReference, spaceName, usernameOf } from "../names/names.ts";

/**
 * Name of what a device follows: data owned by a user or shared in a space, marked by the letter before the
 * colon, or memos that everybody may read. A newer peer may use other kinds.
 */
export type Scope = `${string}:${string}` | typeof publicScope;

/** Returns the keys of a record by scope. */
export function scopesIn(byScope: Readonly<Record<string, unknown>>): Scope[] {
  return scopeEntries(byScope).map(([scope]) => scope);
}

/** Returns the entries of a record by scope. */
export function scopeEntries<T>(byScope: Readonly<Record<string, T>>): [Scope, T][] {
  return Object.entries(byScope) as [Scope, T][];
}

/** Returns the scope of everything that a user owns. */
export function userScope(user: UserReference): Scope {
  return `u:${usernameOf(user)}`;
}

/** Returns true for the scope of what one user owns. */
export function isUserScope(scope: Scope): boolean {
  return scope.startsWith("u:");
}

/**
 * Returns the scope that a poke contains when a user's notifications changed. It is in no feed and is never
 * pulled. A device that knows it requests the notifications; an older device ignores it.
 */
export function inboxScope(user: UserReference): Scope {
  return `n:${usernameOf(user)}`;
}

/** Returns true for a scope of notifications. */
export function isInboxScope(scope: Scope): boolean {
  return scope.startsWith("n:");
}

/** Returns the scope of a space, given its resource name. */
export function spaceScope(space: string): Scope {
  return `s:${space.slice("spaces/".length)}`;
}

/** Returns the resource name of a scope's space; null for any other scope. */
export function scopeSpace(scope: Scope): string | null {
  return scope.startsWith("s:") ? spaceName(scope.slice("s:".length)) : null;
}

/**
 * Scope of other users' memos that every signed-in user may read. A device follows it only if the user chose
 * to.
 */
export const publicScope = "pub";

/** Fields that decide which scopes a memo is in. */
export type PlacedMemo = Pick<
  MemoRow,
  "creator" | "parent" | "state" | "visibility" | "space" | "deletedMs"
>;

export interface MemoFinder {
  find(id: string): Promise<PlacedMemo | null>;
}

/**
 * Returns the scopes of a memo: its owner's, and the one given by its visibility. A comment is in its
 * parent's scopes, and in its author's while the author may read the parent.
 */
export async function scopesOf(memos: MemoFinder, memo: PlacedMemo): Promise<ReadonlySet<Scope>> {
  const own = userScope(memo.creator);
  const isShown = memo.deletedMs === null && memo.state === "NORMAL";
  if (memo.parent === null) {
    const shared = isShown ? sharedScope(memo) : null;
    return new Set(shared === null ? [own] : [own, shared]);
  }
  const parent = await memos.find(memo.parent);
  if (parent === null) return new Set([own]);
  const above = await scopesOf(memos, parent);
  const authorReads = above.has(own) || ![...above].every(isUserScope);
  const mine = authorReads ? [own] : [];
  return new Set(isShown ? [...above, ...mine] : mine);
}

/** Returns the scope that its visibility gives to a memo that isn't a comment; null: none. */
export function sharedScope(memo: PlacedMemo): Scope | null {
  switch (memo.visibility) {
    case "PRIVATE":
      return null;
    case "SPACE":
      return memo.space === null ? null : spaceScope(memo.space);
    case "PROTECTED":
    case "PUBLIC":
      return publicScope;
  }
}

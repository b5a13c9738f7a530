import type { MemoRow } from "./memo.ts";
import { type UserReference, spaceName, usernameOf } from "../names/names.ts";

/**
 * Names what a device follows: what a user owns or a space shares, by the letter before the colon, or what
 * everybody may read. A newer peer may name other kinds.
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

/** The scope of what a user owns. */
export function userScope(user: UserReference): Scope {
  return `u:${usernameOf(user)}`;
}

/** Whether a scope is of what one user owns. */
export function isUserScope(scope: Scope): boolean {
  return scope.startsWith("u:");
}

/**
 * What a poke names when a user's notifications changed. It is in no feed and nobody pulls it: a device
 * that knows it asks for the notifications, an older one follows nothing of the kind.
 */
export function inboxScope(user: UserReference): Scope {
  return `n:${usernameOf(user)}`;
}

/** Whether what a poke names are notifications. */
export function isInboxScope(scope: Scope): boolean {
  return scope.startsWith("n:");
}

/** The scope of what a space shares, by the space's resource name. */
export function spaceScope(space: string): Scope {
  return `s:${space.slice("spaces/".length)}`;
}

/** The resource name of the space behind a scope; null for any other scope. */
export function scopeSpace(scope: Scope): string | null {
  return scope.startsWith("s:") ? spaceName(scope.slice("s:".length)) : null;
}

/** Other people's memos that every signed-in user may read; a device follows it when asked to. */
export const publicScope = "pub";

/** What decides which scopes a memo is in. */
export type PlacedMemo = Pick<
  MemoRow,
  "creator" | "parent" | "state" | "visibility" | "space" | "deletedMs"
>;

export interface MemoFinder {
  find(id: string): Promise<PlacedMemo | null>;
}

/**
 * The scopes that a memo is in: its owner's, and the one that its visibility gives it. A comment is
 * where its parent is, and with its author while they may read that parent.
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

/** The scope that its visibility gives a memo which is no comment; null: none. */
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

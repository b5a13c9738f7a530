import type { MemoReader } from "../ports.ts";
import type { MemoRow } from "../memo/model.ts";

/** The scope of what a user owns. */
export function userScope(user: string): string {
  return `u:${user.slice("users/".length)}`;
}

/** Other people's memos that every signed-in user may read; a device follows it when asked to. */
export const publicScope = "pub";

/**
 * The scopes that a memo is in: its owner's, and the one that its visibility gives it. A comment is
 * where its parent is, and with its author while they may read that parent.
 */
export async function scopesOf(memos: MemoReader, memo: MemoRow): Promise<ReadonlySet<string>> {
  const own = userScope(memo.creator);
  const isShown = memo.deletedMs === null && memo.state === "NORMAL";
  if (memo.parent === null) {
    const shared = isShown ? sharedScope(memo) : null;
    return new Set(shared === null ? [own] : [own, shared]);
  }
  const parent = await memos.find(memo.parent);
  if (parent === null) return new Set([own]);
  const above = await scopesOf(memos, parent);
  const authorReads = above.has(own) || [...above].some((scope) => !scope.startsWith("u:"));
  const mine = authorReads ? [own] : [];
  return new Set(isShown ? [...above, ...mine] : mine);
}

function sharedScope(memo: MemoRow): string | null {
  switch (memo.visibility) {
    case "PRIVATE":
      return null;
    case "SPACE":
      return memo.space === null ? null : `s:${memo.space.slice("spaces/".length)}`;
    case "PROTECTED":
    case "PUBLIC":
      return publicScope;
  }
}

import type { MemoReader } from "../stores/memo-store.ts";
import type { ReadAccess, Caller } from "../model/caller.ts";
import type { MemoHead, MemoRecord } from "../model/memo.ts";

/** Fields that decide who may read a memo, without its parents. */
type ReadRule = Pick<
  MemoHead,
  "creator" | "parent" | "state" | "visibility" | "space" | "deletedMs"
>;

export function readAccess(caller: Caller): ReadAccess {
  const access = { user: caller.name === "" ? null : caller.name, spaces: caller.spaces };
  return caller.hidesPublic === true ? { ...access, hidesPublic: true } : access;
}

/**
 * Returns true if a memo may be read, without checking its parents (docs/api-decisions.md §3). A comment that
 * isn't archived or trashed is as readable as its parent, so this returns true for it.
 */
export function mayReadAlone(access: ReadAccess, memo: ReadRule): boolean {
  if (access.user === memo.creator) return true;
  if (memo.deletedMs !== null || memo.state !== "NORMAL") return false;
  if (memo.parent !== null) return true;
  switch (memo.visibility) {
    case "PUBLIC":
      return access.hidesPublic !== true;
    case "PROTECTED":
      return access.user !== null && access.hidesPublic !== true;
    case "SPACE":
      return memo.space !== null && access.spaces.includes(memo.space);
    case "PRIVATE":
      return false;
  }
}

/**
 * Returns the memo if the reader may read it and all its ancestors, and none is in the trash. `showDeleted`
 * includes the reader's own trash. Returns null for both absent and forbidden memos.
 */
export async function findReadable<M extends ReadRule = MemoRecord>(
  memos: { find(id: string): Promise<M | null> },
  access: ReadAccess,
  id: string,
  showDeleted: boolean,
): Promise<M | null> {
  const memo = await memos.find(id);
  if (memo === null || !isVisible(access, memo, showDeleted)) return null;
  // Parents never form a cycle, but a damaged database must not cause an endless loop.
  const seen = new Set([id]);
  let above = memo.parent;
  while (above !== null) {
    const parent: M | null = seen.has(above) ? null : await memos.find(above);
    if (parent === null || !isVisible(access, parent, showDeleted)) return null;
    seen.add(above);
    above = parent.parent;
  }
  return memo;
}

/**
 * Returns the given memos that exist for the reader, by id, without their texts. Gives the results of
 * `findReadable` for many memos; trashed ones only with `showDeleted`. Takes one query per level of the
 * deepest chain of comments.
 */
export async function findManyReadable(
  memos: MemoReader,
  access: ReadAccess,
  ids: readonly string[],
  { showDeleted = false }: { readonly showDeleted?: boolean } = {},
): Promise<Map<string, MemoHead>> {
  const known = new Map<string, MemoHead>();
  let wanted = [...new Set(ids)];
  while (wanted.length > 0) {
    const above = new Set<string>();
    for (const memo of await memos.heads(wanted)) {
      known.set(memo.id, memo);
      if (memo.parent !== null) above.add(memo.parent);
    }
    wanted = [...above].filter((id) => !known.has(id));
  }
  const readable = new Map<string, MemoHead>();
  for (const id of ids) {
    const memo = known.get(id);
    if (memo !== undefined && isChainVisible(access, memo, known, showDeleted)) {
      readable.set(id, memo);
    }
  }
  return readable;
}

function isChainVisible(
  access: ReadAccess,
  memo: MemoHead,
  known: ReadonlyMap<string, MemoHead>,
  showDeleted: boolean,
): boolean {
  const seen = new Set<string>();
  for (let link: MemoHead | undefined = memo; ;) {
    if (link === undefined || seen.has(link.id) || !isVisible(access, link, showDeleted)) {
      return false;
    }
    if (link.parent === null) return true;
    seen.add(link.id);
    link = known.get(link.parent);
  }
}

function isVisible(access: ReadAccess, memo: ReadRule, showDeleted: boolean): boolean {
  if (memo.deletedMs !== null && !(showDeleted && access.user === memo.creator)) return false;
  return mayReadAlone(access, memo);
}

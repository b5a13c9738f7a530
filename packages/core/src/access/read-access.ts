import type { MemoReader } from "../stores/memo-store.ts";
import type { ReadAccess, Caller } from "../model/caller.ts";
import type { MemoHead, MemoRecord } from "../model/memo.ts";

/** What decides who may read a memo, its parents aside. */
type ReadRule = Pick<
  MemoHead,
  "creator" | "parent" | "state" | "visibility" | "space" | "deletedMs"
>;

export function readAccess(caller: Caller): ReadAccess {
  const access = { user: caller.name === "" ? null : caller.name, spaces: caller.spaces };
  return caller.hidesPublic === true ? { ...access, hidesPublic: true } : access;
}

/**
 * Whether a memo may be read, its parents aside (docs/api-decisions.md §3). A comment that is not
 * put away is as readable as what it is on, so for it the answer is the parent's.
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
 * The memo when it exists for the reader: it and every parent above it may be read, and none of
 * them is in the trash unless `showDeleted` asks for the reader's own. Absent and forbidden look
 * the same.
 */
export async function findReadable<M extends ReadRule = MemoRecord>(
  memos: { find(id: string): Promise<M | null> },
  access: ReadAccess,
  id: string,
  showDeleted: boolean,
): Promise<M | null> {
  const memo = await memos.find(id);
  if (memo === null || !isVisible(access, memo, showDeleted)) return null;
  // Nothing makes a ring of parents, but a damaged database must not hang its reader.
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
 * Those of the given memos that exist for the reader, by id: the answers of `findReadable` for many
 * (trashed ones only with `showDeleted`), without their texts, in as many queries as the deepest chain of comments has levels.
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

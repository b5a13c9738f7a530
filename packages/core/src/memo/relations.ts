import { jsonBytes } from "../bytes/utf8-length.ts";
import { appError, type AppError, invalidField } from "../error/errors.ts";
import type { ChildMemo, MemoReader } from "../stores/memo-store.ts";
import type { ReadAccess } from "../model/caller.ts";
import { err, ok, type Result } from "../error/result.ts";
import type { Stamp } from "../model/stamp.ts";
import type { CommitDeps } from "../commit/commit-deps.ts";
import type { WriteContext } from "../commit/write-context.ts";
import { findManyReadable, readAccess } from "../access/read-access.ts";
import { maxElementBytes } from "../merge/memo-op.ts";
import { linkedMemos } from "../markdown/index.ts";
import { isResourceId } from "../names/names.ts";
import type { MemoElement, MemoRecord } from "../model/memo.ts";
import type { MemoRelation, RelationEnd, RelationType } from "../model/memo-parts.ts";

/** Reference that a memo should have. */
export interface WantedRelation {
  /** Id of the referring memo; null for the memo being written. References of other memos are ignored. */
  readonly memo: string | null;
  readonly relatedMemo: string;
}

/** Maximum number of references per memo. Bounds the work and data per memo. */
export const maxReferences = 1000;

/** Returns true if an element is a link that a user made. Comments are derived from their parent (A3). */
export function isReference({ set, value }: Pick<MemoElement, "set" | "value">): boolean {
  return set === "relation" && value?.["type"] === "REFERENCE";
}

/** Returns true if an element is a link that a device may assert, or the removal of one. */
export function isOwnRelation(element: Pick<MemoElement, "set" | "key" | "value">): boolean {
  if (element.set !== "relation" || !isResourceId(element.key)) return false;
  if (element.value === null) return true;
  return isReference(element) && jsonBytes(element.value) <= maxElementBytes;
}

/** Returns true if a memo with these elements may refer to one more memo. */
export function hasRoomForReference(elements: readonly MemoElement[], key: string): boolean {
  const known = referencesOf(elements);
  return known.length < maxReferences || known.includes(key);
}

/** Returns the ids that a memo refers to, in order of id. */
export function referencesOf(elements: readonly MemoElement[]): string[] {
  return elements
    .filter((element) => element.set === "relation" && element.value !== null)
    .map((element) => element.key);
}

/**
 * Returns the relations of memos that a user reads, by id, in both directions. They are references, comments
 * on a memo, and the memo it comments on. Leaves out relations to memos that the reader can't read.
 */
export async function relationsOf(
  memos: MemoReader,
  access: ReadAccess,
  read: readonly MemoRecord[],
  elements: ReadonlyMap<string, readonly MemoElement[]>,
): Promise<Map<string, MemoRelation[]>> {
  const ids = read.map((memo) => memo.id);
  const referrers = await memos.referrers(ids);
  const children = await memos.children(ids);
  const ends = new Set<string>();
  for (const memo of read) {
    if (memo.parent !== null) ends.add(memo.parent);
    for (const id of referencesOf(elements.get(memo.id) ?? [])) ends.add(id);
    for (const id of referrers.get(memo.id) ?? []) ends.add(id);
    for (const { id } of children.get(memo.id) ?? []) ends.add(id);
  }
  const readable = await findManyReadable(memos, access, [...ends]);
  const end = (id: string): RelationEnd | null => {
    const memo = readable.get(id);
    return memo === undefined ? null : endOf(memo);
  };
  return new Map(
    read.map((memo) => {
      const self = endOf(memo);
      const relations: MemoRelation[] = [];
      const add = (
        from: RelationEnd | null,
        to: RelationEnd | null,
        type: RelationType,
        rank = "",
      ): void => {
        if (from === null || to === null) return;
        const key = `${type} ${rank} ${from.id} ${to.id}`;
        relations.push({ memo: from, relatedMemo: to, type, key });
      };
      for (const id of referencesOf(elements.get(memo.id) ?? [])) add(self, end(id), "REFERENCE");
      for (const id of referrers.get(memo.id) ?? []) add(end(id), self, "REFERENCE");
      if (memo.parent !== null) add(self, end(memo.parent), "COMMENT");
      for (const child of children.get(memo.id) ?? []) {
        add(end(child.id), self, "COMMENT", newestFirstKey(child));
      }
      return [memo.id, relations];
    }),
  );
}

function newestFirstKey({ createdMs, number }: ChildMemo): string {
  // Both parts have a fixed length for every valid time and number.
  return `${String(1e15 - createdMs).padStart(16, "0")} ${String(Number.MAX_SAFE_INTEGER - number)}`;
}

/**
 * Returns the element changes that make a memo refer to exactly the wanted memos. References to memos that
 * the caller can't read now are kept: the caller can't ask to remove what they don't see. A reference to
 * itself is ignored. Returns NOT_FOUND if a wanted memo doesn't exist for the caller.
 */
export async function planReferences(
  { stores, deps: { clock }, caller }: WriteContext<Pick<CommitDeps, "clock">>,
  memo: { readonly id: string; readonly elements: readonly MemoElement[] },
  wanted: readonly WantedRelation[],
): Promise<Result<MemoElement[], AppError>> {
  const own = wanted.filter((relation) => relation.memo === null || relation.memo === memo.id);
  const targets = new Set(own.map((relation) => relation.relatedMemo));
  targets.delete(memo.id);
  if (targets.size > maxReferences) {
    return err(invalidField("relations", `are more than ${maxReferences}`));
  }
  const known = referencesOf(memo.elements);
  const readable = await findManyReadable(stores.memos, readAccess(caller), [...targets, ...known]);
  for (const id of targets) {
    if (!readable.has(id)) {
      return err(
        appError("NOT_FOUND", "related memo not found", [
          { field: "relations", issue: "not found" },
        ]),
      );
    }
  }
  const added = [...targets].filter((id) => !known.includes(id));
  const removed = known.filter((id) => readable.has(id) && !targets.has(id));
  return ok([
    ...added.map((key) => element(key, { type: "REFERENCE" }, clock.tick())),
    ...removed.map((key) => element(key, null, clock.tick())),
  ]);
}

/**
 * Returns the element changes for a text whose links differ from the previous text (M24, A17). New links
 * become references; references of removed links are removed. A link to a memo that the caller can't read
 * stays plain text.
 */
export async function planLinks(
  { stores, deps: { clock }, caller }: WriteContext<Pick<CommitDeps, "clock">>,
  memo: { readonly id: string; readonly elements: readonly MemoElement[] },
  texts: { readonly before: string; readonly after: string },
): Promise<MemoElement[]> {
  if (texts.before === texts.after) return [];
  const before = linkedMemos(texts.before);
  const after = linkedMemos(texts.after);
  const known = referencesOf(memo.elements);
  const removed = before.filter((id) => !after.includes(id) && known.includes(id));
  const wanted = after.filter(
    (id) => id !== memo.id && !before.includes(id) && !known.includes(id),
  );
  const readable = await findManyReadable(stores.memos, readAccess(caller), wanted);
  const room = Math.max(0, maxReferences - known.length + removed.length);
  const added = wanted.filter((id) => readable.has(id)).slice(0, room);
  return [
    ...added.map((key) => element(key, { type: "REFERENCE" }, clock.tick())),
    ...removed.map((key) => element(key, null, clock.tick())),
  ];
}

function element(key: string, value: MemoElement["value"], stamp: Stamp): MemoElement {
  return { set: "relation", key, value, stamp };
}

function endOf({ id, snippet, tags }: RelationEnd): RelationEnd {
  return { id, snippet, tags };
}

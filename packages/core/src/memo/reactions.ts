import type { WriteContext } from "../commit/write-context.ts";
import { jsonBytes } from "../bytes/utf8-length.ts";
import { isAdministrator } from "../model/caller.ts";
import { appError, type AppError, invalidField, notFound } from "../error/errors.ts";
import type { WriteStores } from "../stores/database.ts";
import { err, ok, type Result } from "../error/result.ts";
import { observeMemo } from "../clock/observe-memo.ts";
import { timeMsSchema } from "../merge/memo-fields.ts";
import { maxElementBytes, type MemoOp } from "../merge/memo-op.ts";
import type { Caller } from "../model/caller.ts";
import { findReadable, readAccess } from "../access/read-access.ts";
import { commitMemo } from "../commit/commit-memo.ts";
import type { MemoDeps } from "./memo-deps.ts";
import type { MemoElement, MemoEntity } from "../model/memo.ts";
import { applyErrorToApp } from "../access/apply-error.ts";
import { entityOf } from "../commit/entity-of.ts";
import type { Reaction } from "../model/memo-parts.ts";
import { type UserReference, isResourceId, asUserReference } from "../names/names.ts";

const maxTypeLength = 64;
/** Maximum number of reactions per user and memo, including removed ones. Bounds the stored data per memo. */
export const maxPerUser = 100;

/** Returns the reactions among a memo's elements, oldest first. */
export function reactionsOf(elements: readonly MemoElement[]): Reaction[] {
  return elements
    .map(elementToReaction)
    .filter((reaction) => reaction !== null)
    .toSorted((a, b) => a.createdMs - b.createdMs || (a.id < b.id ? -1 : 1));
}

/** Returns null for an element that isn't a reaction or was removed. */
export function elementToReaction({ set, key, value }: MemoElement): Reaction | null {
  if (set !== "reaction" || value === null) return null;
  const { id, creator, reactionType, createdMs } = value;
  if (typeof id !== "string" || typeof creator !== "string") return null;
  if (typeof reactionType !== "string" || typeof createdMs !== "number") return null;
  // The key contains author and type. A value that contradicts its key is ignored.
  const author = asUserReference(creator);
  return key === reactionKey(author, reactionType)
    ? { id, creator: author, reactionType, createdMs }
    : null;
}

/** Returns the key of a reaction, unique per author and type. */
export function reactionKey(creator: UserReference, reactionType: string): string {
  return `${creator} ${reactionType}`;
}

/** Returns true if an element is a user's reaction, present or removed. */
export function isReactionOf(
  user: UserReference,
  { set, key }: Pick<MemoElement, "set" | "key">,
): boolean {
  return set === "reaction" && key.startsWith(reactionKey(user, ""));
}

/** Returns true if a user may assert the element: it is their own valid reaction. */
export function isOwnReaction(user: UserReference, element: MemoElement): boolean {
  if (!isReactionOf(user, element)) return false;
  if (element.value === null) return true;
  if (jsonBytes(element.value) > maxElementBytes) return false;
  const reaction = elementToReaction(element);
  if (reaction?.creator !== user || !isReactionType(reaction.reactionType)) return false;
  return isResourceId(reaction.id) && timeMsSchema.safeParse(reaction.createdMs).success;
}

export function isReactionType(text: string): boolean {
  return text.trim() !== "" && [...text].length <= maxTypeLength && text.isWellFormed();
}

/** Returns true if a user may add another type of reaction to a memo with these elements. */
export function hasRoomForReaction(
  elements: readonly MemoElement[],
  creator: UserReference,
  key: string,
): boolean {
  const own = elements.filter((element) => isReactionOf(creator, element));
  return own.length < maxPerUser || own.some((element) => element.key === key);
}

/** Adds the caller's reaction to a memo that they may read. Returns the existing one if there is one. */
export async function addReaction(
  deps: MemoDeps,
  caller: Caller,
  memo: string,
  reactionType: string,
): Promise<Result<Reaction, AppError>> {
  if (!isReactionType(reactionType)) {
    return err(invalidField("reaction.reactionType", `needs 1 to ${maxTypeLength} characters`));
  }
  return deps.database.write(async (stores) => {
    const entity = await findEntity(stores, caller, memo);
    if (entity === null) return err(notFound());
    const key = reactionKey(caller.name, reactionType);
    const known = reactionsOf(entity.elements).find(
      (reaction) => reaction.creator === caller.name && reaction.reactionType === reactionType,
    );
    if (known !== undefined) return ok(known);
    if (!hasRoomForReaction(entity.elements, caller.name, key)) {
      return err(
        appError("FAILED_PRECONDITION", `${maxPerUser} reactions is the maximum for one user`),
      );
    }
    const reaction = {
      id: deps.newId(),
      creator: caller.name,
      reactionType,
      createdMs: deps.clock.nowMs(),
    };
    const written = await writeReaction({ stores, deps, caller }, entity, key, reaction);
    return written.ok ? ok(reaction) : written;
  }, caller);
}

/** Removes a reaction. Allowed for its author and administrators. */
export async function removeReaction(
  deps: MemoDeps,
  caller: Caller,
  memo: string,
  id: string,
): Promise<Result<null, AppError>> {
  return deps.database.write(async (stores) => {
    const entity = await findEntity(stores, caller, memo);
    const reaction = reactionsOf(entity?.elements ?? []).find((each) => each.id === id);
    if (entity === null || reaction === undefined) return err(notFound());
    if (reaction.creator !== caller.name && !isAdministrator(caller)) {
      return err(appError("PERMISSION_DENIED", "only its author may do this"));
    }
    const key = reactionKey(reaction.creator, reaction.reactionType);
    return writeReaction({ stores, deps, caller }, entity, key, null);
  }, caller);
}

async function findEntity(
  stores: WriteStores,
  caller: Caller,
  memo: string,
): Promise<MemoEntity | null> {
  const record = await findReadable(stores.memos, readAccess(caller), memo, false);
  return record === null ? null : entityOf(stores, record);
}

async function writeReaction(
  { stores, deps, caller }: WriteContext<MemoDeps>,
  before: MemoEntity,
  key: string,
  reaction: Reaction | null,
): Promise<Result<null, AppError>> {
  observeMemo(deps.clock, before);
  const op: MemoOp = {
    kind: "memo.element",
    entity: before.row.id,
    stamp: deps.clock.tick(),
    set: "reaction",
    key,
    value: reaction === null ? null : { ...reaction },
  };
  const done = await commitMemo(stores, deps.journal, {
    before,
    ops: [op],
    caller,
    textReason: "edit",
    atMs: deps.clock.nowMs(),
  });
  return done.ok ? ok(null) : err(applyErrorToApp(done.error));
}

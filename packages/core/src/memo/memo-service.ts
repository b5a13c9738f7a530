import { type AppError, notFound } from "../error/errors.ts";
import type { TagCount } from "../stores/memo-store.ts";
import type { OrderTerm } from "../paging/order-by.ts";
import type { ReadStores } from "../stores/database.ts";
import type { RevisionRecord } from "../stores/revision-store.ts";
import { resolveOlderIds } from "../names/older-ids.ts";
import { type Page, pageList, type PageRequest, timeKey } from "../paging/page-list.ts";
import type { PageInParts } from "../paging/page-parts.ts";
import { err, ok, type Result } from "../error/result.ts";
import type { Caller } from "../model/caller.ts";
import { findReadable, readAccess } from "../access/read-access.ts";
import {
  type ListMemosInput,
  type MemoListing,
  type MemoListPage,
  listMemos,
  openMemoList,
  countMemos,
  type MemoCountInput,
} from "./list-memos.ts";
import type { MemoDeps } from "./memo-deps.ts";
import { extrasOf, type MemoExtras } from "./memo-extras.ts";
import type { MemoRecord } from "../model/memo.ts";
import type { MemoRelation, Reaction } from "../model/memo-parts.ts";
import { addReaction, removeReaction } from "./reactions.ts";
import { listRevisions, openRevisions, restoreRevision, type RevisionPage } from "./revisions.ts";
import { type CreateMemoInput, createMemo } from "./create-memo.ts";
import { editMemoText } from "./edit-text.ts";
import { emptyTrash, purgeMemo } from "./purge-memo.ts";
import {
  type RetaggedMemo,
  retagMemos,
  type TagChanges,
  type TagUndo,
  undoRetagMemos,
} from "./retag-memos.ts";
import { restoreMemo, trashMemo } from "./trash-memo.ts";
import type { WantedChanges } from "./memo-changes.ts";
import { type ManyUpdated, type MemoPlacing, updateManyMemos } from "./update-many.ts";
import { type UpdateOptions, updateWithin } from "./update-memo.ts";

type Outcome<T> = Promise<Result<T, AppError>>;

/**
 * Operations on memos. REST, the legacy API, the UI and the checks of the sync protocol all use this service.
 * On a device the caller is the profile's owner.
 */
export interface MemoService {
  list(caller: Caller, input: ListMemosInput): Outcome<MemoListPage>;
  /** Opens the same page for streaming. */
  openList(caller: Caller, input: ListMemosInput): Outcome<MemoListing>;
  /** Counts the memos of a list, up to `atMost`. */
  count(caller: Caller, input: MemoCountInput, atMost: number): Outcome<number>;
  /**
   * Opens a page of the comments on a memo, oldest first by default. `totalSize` counts all comments that the
   * caller may read.
   */
  openComments(
    caller: Caller,
    id: string,
    page: PageRequest & { readonly order: readonly OrderTerm[] },
  ): Outcome<MemoListing & { totalSize: number }>;
  /** Returns a memo. `showDeleted` includes the caller's trash. */
  get(caller: Caller, id: string, options: { showDeleted: boolean }): Outcome<MemoRecord>;
  /** Returns a memo together with the data that `read` reads in the same transaction. */
  getWith<T>(
    caller: Caller,
    id: string,
    options: { showDeleted: boolean },
    read: (stores: ReadStores, memo: MemoRecord) => Promise<T>,
  ): Outcome<{ readonly memo: MemoRecord; readonly found: T }>;
  /** Returns the id for an integer id of the legacy API. Doesn't check that the caller may read the memo. */
  findId(number: number): Outcome<string>;
  /**
   * Resolves references, which are ids or legacy integer ids, to ids, in the given order. Unknown references
   * are returned unchanged; looking them up finds nothing.
   */
  idsOf(references: readonly string[]): Promise<string[]>;
  /** Returns the caller's own tags, most used first. */
  tagCounts(caller: Caller): Promise<TagCount[]>;
  create(caller: Caller, input: CreateMemoInput): Outcome<MemoRecord>;
  /**
   * Changes a memo. `ifMatch` is the ETag of the state that the caller changed: newer text is merged, never
   * refused. Without it the text is replaced, and the previous one becomes a revision.
   */
  update(
    caller: Caller,
    id: string,
    changes: WantedChanges,
    options?: UpdateOptions,
  ): Outcome<MemoRecord>;
  editText(
    caller: Caller,
    edit: { id: string; gen: number; update: Uint8Array },
  ): Outcome<MemoRecord>;
  /** Adds and removes tags of up to some hundreds of memos in one transaction. */
  retag(caller: Caller, changes: TagChanges): Outcome<RetaggedMemo[]>;
  undoRetag(caller: Caller, undone: readonly TagUndo[]): Outcome<MemoRecord[]>;
  /** Pins, archives or trashes many memos, a few per transaction. Returns the previous values of each. */
  updateMany(caller: Caller, placings: readonly MemoPlacing[]): Promise<ManyUpdated>;
  trash(caller: Caller, id: string): Outcome<MemoRecord>;
  restore(caller: Caller, id: string): Outcome<MemoRecord>;
  purge(caller: Caller, id: string): Outcome<null>;
  /** Purges the caller's trash in batches. Returns the number of memos purged. */
  emptyTrash(caller: Caller): Outcome<number>;
  /** Returns relations in both directions, grouped by type; comments on the memo newest first. */
  listRelations(caller: Caller, id: string, page: PageRequest): Outcome<Page<MemoRelation>>;
  /** Returns reactions, oldest first. */
  listReactions(caller: Caller, id: string, page: PageRequest): Outcome<Page<Reaction>>;
  /** Adds a reaction. Repeating one returns the existing reaction. */
  addReaction(caller: Caller, id: string, reactionType: string): Outcome<Reaction>;
  removeReaction(caller: Caller, id: string, reaction: string): Outcome<null>;
  listRevisions(caller: Caller, id: string, page: PageRequest): Outcome<RevisionPage>;
  /** Opens the same page for streaming. */
  openRevisions(
    caller: Caller,
    id: string,
    page: PageRequest,
  ): Outcome<PageInParts<RevisionRecord>>;
  restoreRevision(caller: Caller, id: string, revision: string): Outcome<MemoRecord>;
}

export function createMemoService(deps: MemoDeps): MemoService {
  return {
    list: (caller, input) => listMemos(deps, caller, input),
    count: (caller, input, atMost) => countMemos(deps, caller, input, atMost),
    openList: (caller, input) => openMemoList(deps, caller, input),
    async openComments(caller, id, page) {
      const parent = await this.get(caller, id, { showDeleted: false });
      if (!parent.ok) return parent;
      const query = { state: "NORMAL", trash: "none", filter: "", parent: id } as const;
      const listed = await openMemoList(deps, caller, { ...query, ...page });
      if (!listed.ok) return listed;
      const totalSize = await deps.database.read((stores) =>
        stores.memos.count({ ...query, filter: null, access: readAccess(caller) }),
      );
      return ok({ ...listed.value, totalSize });
    },
    async get(caller, id, { showDeleted }) {
      const found = await deps.database.read((stores) =>
        findReadable(stores.memos, readAccess(caller), id, showDeleted),
      );
      return served(deps, found === null ? err(notFound()) : ok(found));
    },
    async getWith(caller, id, { showDeleted }, read) {
      const found = await deps.database.read(async (stores) => {
        const memo = await findReadable(stores.memos, readAccess(caller), id, showDeleted);
        return memo === null ? null : { memo, found: await read(stores, memo) };
      });
      if (found === null) return err(notFound());
      deps.servedTexts?.note(found.memo);
      return ok(found);
    },
    async findId(number) {
      const memo = Number.isSafeInteger(number)
        ? await deps.database.read(({ memos }) => memos.findByNumber(number))
        : null;
      return memo === null ? err(notFound()) : ok(memo.id);
    },
    idsOf: (references) =>
      deps.database.read(({ memos }) =>
        resolveOlderIds(references, (numbers) => memos.idsByNumber(numbers)),
      ),
    tagCounts: (caller) =>
      deps.database.read(({ memos }) => memos.tagCounts(readAccess(caller), true)),
    create: (caller, input) => served(deps, createMemo(deps, caller, input)),
    update: (caller, id, changes, options) =>
      served(
        deps,
        deps.database.write(
          (stores) => updateWithin({ stores, deps, caller }, id, changes, options),
          caller,
        ),
      ),
    editText: (caller, edit) => editMemoText(deps, caller, edit),
    retag: (caller, changes) => retagMemos(deps, caller, changes),
    undoRetag: (caller, undone) => undoRetagMemos(deps, caller, undone),
    updateMany: (caller, placings) => updateManyMemos(deps, caller, placings),
    trash: (caller, id) => trashMemo(deps, caller, id),
    restore: (caller, id) => restoreMemo(deps, caller, id),
    purge: (caller, id) => purgeMemo(deps, caller, id),
    emptyTrash: (caller) => emptyTrash(deps, caller),
    async listRelations(caller, id, page) {
      const extras = await extrasOfOne(deps, caller, id);
      if (!extras.ok) return extras;
      const relations = extras.value.relations.toSorted((a, b) => (a.key < b.key ? -1 : 1));
      return pageList(deps.pageTokens, relations, ({ key }) => key, {
        ...page,
        asked: ["relations", id],
      });
    },
    async listReactions(caller, id, page) {
      const extras = await extrasOfOne(deps, caller, id);
      if (!extras.ok) return extras;
      const key = (reaction: Reaction): string => timeKey(reaction.createdMs, reaction.id);
      return pageList(deps.pageTokens, extras.value.reactions, key, {
        ...page,
        asked: ["reactions", id],
      });
    },
    addReaction: (caller, id, type) => addReaction(deps, caller, id, type),
    removeReaction: (caller, id, reaction) => removeReaction(deps, caller, id, reaction),
    listRevisions: (caller, id, page) => listRevisions(deps, caller, id, page),
    openRevisions: (caller, id, page) => openRevisions(deps, caller, id, page),
    restoreRevision: (caller, id, revision) => restoreRevision(deps, caller, id, revision),
  };
}

/** Records the text of a memo that is about to be returned with its ETag. */
async function served(
  deps: MemoDeps,
  outcome: Result<MemoRecord, AppError> | Outcome<MemoRecord>,
): Outcome<MemoRecord> {
  const memo = await outcome;
  if (memo.ok) deps.servedTexts?.note(memo.value);
  return memo;
}

async function extrasOfOne(deps: MemoDeps, caller: Caller, id: string): Outcome<MemoExtras> {
  return deps.database.read(async (stores) => {
    const memo = await findReadable(stores.memos, readAccess(caller), id, false);
    if (memo === null) return err(notFound());
    const extras = await extrasOf(stores, caller, [memo]);
    return ok(extras.get(id) ?? { relations: [], reactions: [] });
  });
}

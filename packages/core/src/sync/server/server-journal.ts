import { createDebug } from "../../debug/debug.ts";
import type { MemoEntity } from "../../model/memo.ts";
import { derivedOf } from "../../commit/commit-memo.ts";
import { entityOf } from "../../commit/entity-of.ts";
import type { ServedTexts } from "../../memo/etag/served-texts.ts";
import type { FeedRow } from "../../stores/sync-stores.ts";
import type { ServerWriteStores } from "../../stores/server-database.ts";
import { applyMemoOp } from "../../merge/apply-memo-op.ts";
import { feedAttachment, feedRemovals, moveAttachments } from "../../feed/attachment-feed.ts";
import type { HybridClock } from "../../clock/hybrid-clock.ts";
import { markEraseDue } from "../../commit/erase-due.ts";
import type {
  AttachmentFollower,
  ChangeFollower,
  Journal,
  MemoChange,
} from "../../stores/journal.ts";
import { scopesOf, userScope, type Scope } from "../../model/scope.ts";
import { refeedReferrers } from "../../feed/refeed-referrers.ts";
import { keepTextHistory } from "../history/text-history.ts";

const debug = createDebug("feed");

/**
 * Creates the server's journal of changes. It writes the feed that devices pull and the revisions of replaced
 * text, and applies a memo's changes to its comments.
 */
export function createServerJournal(deps: {
  readonly clock: HybridClock;
  readonly newId: () => string;
  /** Texts that were sent to clients, which may use them as a base. */
  readonly servedTexts?: ServedTexts;
  /**
   * Called for each change of a memo, in the same transaction and in this order: notifications, deliveries,
   * events.
   */
  readonly followers?: readonly ChangeFollower[];
  /** Called for each change of an attachment. */
  readonly attachmentFollowers?: readonly AttachmentFollower[];
}): Journal<ServerWriteStores> {
  const { followers = [], attachmentFollowers = [] } = deps;
  return {
    nextSeq: (stores) => stores.meta.nextSeq(deps.clock.newest()),
    async record(stores, change) {
      const touched = new Set<Scope>();
      const { before, after } = change;
      if (after === null) {
        if (before !== null) await recordPurge(stores, { ...change, before }, touched, deps);
      } else {
        if (change.isRecreated === true) await unshare(stores, after.row.id);
        const isFresh = change.isFreshId === true;
        const rowsBefore = isFresh ? [] : await stores.feed.scopesOf("memo", after.row.id);
        const scopesBefore = currentScopes(rowsBefore);
        await keepTextHistory(stores, change, deps);
        const scopesAfter = await putFeed(stores, after, rowsBefore, touched);
        if (before !== null && !areEqual(scopesBefore, scopesAfter)) {
          await moveAttachments(stores, after.row.id, touched);
        }
        if (!isFresh) {
          const hasMoved =
            !areEqual(scopesBefore, scopesAfter) || isTrashed(before) !== isTrashed(after);
          const moved = hasMoved ? [after.row.id] : [];
          moved.push(...(await cascade(stores, deps.clock, { before, after }, touched)));
          await refeedReferrers(stores, moved, touched);
        }
        for (const follow of followers)
          await follow(stores, { ...change, scopesBefore, scopesAfter });
      }
      stores.afterCommit({ kind: "scopes-moved", scopes: [...touched] });
      debug("moved", () => ({
        memo: (after ?? before)?.row.id ?? null,
        seq: after?.row.seq ?? null,
        ops: change.ops.map(({ kind }) => kind).join(),
        scopes: [...touched].join(),
      }));
    },
    async recordAttachment(stores, change) {
      const touched = new Set<Scope>();
      await feedAttachment(stores, change, touched);
      for (const follow of attachmentFollowers) await follow(stores, change);
      stores.afterCommit({ kind: "scopes-moved", scopes: [...touched] });
    },
    async recordRegister(stores, { after }) {
      const scope = userScope(after.user);
      const { kind, id: entity, seq } = after;
      await stores.feed.put({ scope, kind, entity, seq, op: "up" });
      stores.afterCommit({ kind: "scopes-moved", scopes: [scope] });
    },
  };
}

/**
 * Writes the feed rows of a memo. `rowsBefore` are its current ones. Returns the scopes that it is in now.
 */
async function putFeed(
  stores: ServerWriteStores,
  entity: MemoEntity,
  rowsBefore: readonly FeedRow[],
  touched: Set<Scope>,
): Promise<ReadonlySet<Scope>> {
  const { id, seq } = entity.row;
  const scopes = await scopesOf(stores.memos, entity.row);
  for (const scope of scopes) {
    await stores.feed.put({ scope, kind: "memo", entity: id, seq, op: "up" });
    touched.add(scope);
  }
  for (const { scope } of rowsBefore.filter((row) => row.op === "up")) {
    if (scopes.has(scope)) continue;
    await stores.feed.put({ scope, kind: "memo", entity: id, seq, op: "evict" });
    touched.add(scope);
  }
  return scopes;
}

/** Removes the shares of a memo that is created again. */
async function unshare({ shares }: ServerWriteStores, memo: string): Promise<void> {
  for (const { id } of await shares.listByMemo(memo)) await shares.remove(id);
}

function currentScopes(rows: readonly FeedRow[]): ReadonlySet<Scope> {
  return new Set(rows.filter((row) => row.op === "up").map((row) => row.scope));
}

/**
 * Applies the root's visibility to its comments, and moves them into and out of its scopes. Returns the ids
 * of comments that other users can read now and couldn't before, or vice versa.
 */
async function cascade(
  stores: ServerWriteStores,
  clock: HybridClock,
  { before, after: root }: { readonly before: MemoEntity | null; readonly after: MemoEntity },
  touched: Set<Scope>,
): Promise<string[]> {
  const moved = new Set<string>();
  for (const id of await stores.memos.descendants(root.row.id)) {
    const record = await stores.memos.find(id);
    if (record === null) continue;
    const parent = record.parent === null ? null : await stores.memos.find(record.parent);
    if (parent === null) continue;
    // Links to comments of a trashed memo are hidden, even from users who can see the comments.
    if (isTrashed(before) !== isTrashed(root)) moved.add(id);
    const rowsBefore = await stores.feed.scopesOf("memo", id);
    let entity = await entityOf(stores, record);
    if (record.visibility !== parent.visibility || record.space !== parent.space) {
      const { visibility, space } = parent;
      const stamp = clock.tick();
      const set = { visibility, space };
      const applied = applyMemoOp(entity, { kind: "memo.set", entity: id, stamp, set });
      if (applied.ok && applied.value.entity !== null) entity = applied.value.entity;
    } else if (await isWhereItWas(stores, entity, rowsBefore)) {
      continue;
    }
    const seq = await stores.meta.nextSeq(clock.newest());
    entity = { ...entity, row: { ...entity.row, seq } };
    await stores.memos.save(entity, derivedOf(entity));
    const scopesAfter = await putFeed(stores, entity, rowsBefore, touched);
    if (!areEqual(currentScopes(rowsBefore), scopesAfter)) {
      moved.add(id);
      await moveAttachments(stores, id, touched);
    }
  }
  return [...moved];
}

function isTrashed(entity: MemoEntity | null): boolean {
  return entity !== null && entity.row.deletedMs !== null;
}

async function isWhereItWas(
  stores: ServerWriteStores,
  entity: MemoEntity,
  rows: readonly FeedRow[],
): Promise<boolean> {
  return areEqual(currentScopes(rows), await scopesOf(stores.memos, entity.row));
}

function areEqual(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((scope) => b.has(scope));
}

interface Purging {
  readonly clock: HybridClock;
  readonly followers?: readonly ChangeFollower[];
}

/** Purges a memo with its comments, and adds tombstones that reject late operations. */
async function recordPurge(
  stores: ServerWriteStores,
  change: MemoChange & { readonly before: MemoEntity },
  touched: Set<Scope>,
  { clock, followers = [] }: Purging,
): Promise<void> {
  const root = change.before;
  const below = await stores.memos.descendants(root.row.id);
  for (const id of [...below.toReversed(), root.row.id]) {
    const record = id === root.row.id ? null : await stores.memos.find(id);
    const before = record === null ? root : await entityOf(stores, record);
    const rowsBefore = await stores.feed.scopesOf("memo", id);
    const scopesBefore = currentScopes(rowsBefore);
    const files = await stores.attachments.listByMemos([id]);
    const fileIds = files.map((file) => file.id);
    const seq = await stores.meta.nextSeq(clock.newest());
    await stores.memos.remove(id);
    await stores.attachments.remove(fileIds);
    await feedRemovals(stores, fileIds, change.atMs, touched);
    await stores.revisions.removeByMemo(id);
    await stores.pastTexts.removeByMemo(id);
    await stores.endedDocuments.removeByMemo(id);
    await stores.tombstones.add("memo", id, seq, change.atMs);
    for (const { scope } of rowsBefore) {
      await stores.feed.put({ scope, kind: "memo", entity: id, seq, op: "del" });
      touched.add(scope);
    }
    const followed = {
      ...change,
      before,
      after: null,
      scopesBefore,
      scopesAfter: new Set<Scope>(),
      files,
    };
    for (const follow of followers) await follow(stores, followed);
  }
  await refeedReferrers(stores, [...below, root.row.id], touched);
  await markEraseDue(stores);
}

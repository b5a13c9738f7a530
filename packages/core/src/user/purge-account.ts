import { z } from "zod";
import { commitMemo } from "../commit/commit-memo.ts";
import { entityOf } from "../commit/entity-of.ts";
import type { MemoDeps } from "../memo/memo-deps.ts";
import { purgeWithComments } from "../memo/purge-memo.ts";
import { isReactionOf } from "../memo/reactions.ts";
import type { Caller } from "../model/caller.ts";
import type { MemoRecord } from "../model/memo.ts";
import { type UserReference, userName } from "../names/names.ts";
import { defineMeta } from "../stores/meta/define-meta.ts";
import { json } from "../stores/meta/meta-form.ts";
import type { ServerDatabase, ServerWriteStores } from "../stores/server-database.ts";
import { type ClosedThings, removeFiles } from "./close-account.ts";

/** Number of memos per transaction, to let other writes run in between. */
const batchSize = 50;

/** Usernames of closed accounts whose memos and files are being purged. A stop may interrupt that. */
const purgesKey = defineMeta("purge_accounts", json(z.array(z.string())));

/** Numbers of things that the purge of an account removed. */
export interface PurgedThings extends ClosedThings {
  readonly memos: number;
  /** Comments by the account, on any memo. */
  readonly comments: number;
  /** Comments by others on what was purged. */
  readonly commentsByOthers: number;
  readonly attachments: number;
  /** Others' memos that had a reaction by the account. */
  readonly memosWithReactions: number;
  readonly accessTokens: number;
}

/** Records that a closed account is to be purged, and deletes its tokens. Returns the number of tokens. */
export async function beginPurge(stores: ServerWriteStores, username: string): Promise<number> {
  const due = (await stores.meta.get(purgesKey)) ?? [];
  if (!due.includes(username)) await stores.meta.set(purgesKey, [...due, username]);
  const name = userName(username);
  for (const sha256 of await stores.receivedBlobs.removeByUser(name)) {
    await stores.blobMarks.sweepSoon(sha256);
  }
  const tokens = await stores.accessTokens.removeByUser(name);
  stores.afterCommit({ kind: "credentials-changed", ended: [] });
  return tokens;
}

/** Returns the usernames of accounts whose purge was interrupted. */
export async function purgesDue(database: ServerDatabase): Promise<readonly string[]> {
  return (await database.read(({ meta }) => meta.get(purgesKey))) ?? [];
}

/**
 * Deletes a closed account's memos with all comments on them, its comments on others' memos with the replies, its files
 * and its reactions: for good, in short transactions. Devices are told as for any purged memo. Can be stopped at any
 * point and called again.
 */
export async function purgeClosedAccount(
  deps: MemoDeps<ServerDatabase>,
  username: string,
): Promise<Omit<PurgedThings, keyof ClosedThings | "accessTokens">> {
  const name = userName(username);
  const attachments = await removeFiles(deps, name, { isSoon: true });
  const counts = { memos: 0, comments: 0, commentsByOthers: 0 };
  for (let after: string | undefined = ""; after !== undefined;) {
    const from = after;
    const done = await deps.database.write(async (stores) => {
      const ids = await stores.memos.idsByCreator(name, from, batchSize);
      const purged: MemoRecord[] = [];
      for (const id of ids) purged.push(...(await purgeWithComments({ stores, deps }, id)));
      return { last: ids.at(-1), purged };
    });
    after = done.last;
    for (const { creator, parent } of done.purged) {
      if (creator !== name) counts.commentsByOthers += 1;
      else if (parent === null) counts.memos += 1;
      else counts.comments += 1;
    }
  }
  const memosWithReactions = await removeReactions(deps, name);
  await deps.database.write(async ({ meta }) => {
    const left = ((await meta.get(purgesKey)) ?? []).filter((each) => each !== username);
    await meta.set(purgesKey, left.length === 0 ? null : left);
  });
  return { ...counts, attachments, memosWithReactions };
}

/** Removes a user's reactions to others' memos. Returns the number of memos. */
async function removeReactions(
  deps: MemoDeps<ServerDatabase>,
  name: UserReference,
): Promise<number> {
  const caller: Caller = { name, role: "USER", spaces: [], scope: null, device: "server" };
  let count = 0;
  for (let after: string | undefined = ""; after !== undefined;) {
    const from = after;
    const ids = await deps.database.write(async (stores) => {
      const some = await stores.memos.idsWithReactionBy(name, from, batchSize);
      for (const record of await stores.memos.findMany(some)) {
        const before = await entityOf(stores, record);
        const own = before.elements.filter(
          (element) => element.value !== null && isReactionOf(name, element),
        );
        await commitMemo(stores, deps.journal, {
          before,
          ops: own.map(({ set, key }) => ({
            kind: "memo.element" as const,
            entity: record.id,
            stamp: deps.clock.tick(),
            set,
            key,
            value: null,
          })),
          caller,
          textReason: "edit",
          atMs: deps.clock.nowMs(),
        });
      }
      return some;
    });
    count += ids.length;
    after = ids.at(-1);
  }
  return count;
}

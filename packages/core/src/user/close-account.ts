import type { WriteContext } from "../commit/write-context.ts";
import { endCredentials } from "../auth/own-sessions.ts";
import type { Caller } from "../model/caller.ts";
import { commitMemo } from "../commit/commit-memo.ts";
import type { MemoDeps } from "../memo/memo-deps.ts";
import { entityOf } from "../commit/entity-of.ts";
import { type UserReference, userName } from "../names/names.ts";
import type { AttachmentRecord } from "../model/attachment.ts";
import type { UserRecord } from "../model/account.ts";
import type { ServerDatabase, ServerWriteStores } from "../stores/server-database.ts";
import { removeRegisterFloor } from "../register/register-floor.ts";
import { registerKinds } from "../merge/register.ts";
import { feedRemovals } from "../feed/attachment-feed.ts";
import type { MemoOp } from "../merge/memo-op.ts";
import { userScope } from "../model/scope.ts";

/** Number of memos per transaction, to let other writes run in between. */
const batchSize = 100;

/** Numbers of things that closing an account deletes at once. */
export interface ClosedThings {
  readonly shareLinks: number;
  readonly webhooks: number;
}

/**
 * Closes an account in the caller's transaction: ends its credentials and memberships and deletes its private
 * data. Its memos and files are left to `trashClosedAccounts` or `purgeClosedAccount`. The name stays reserved,
 * because others' memos refer to it.
 */
export async function closeAccount(
  stores: ServerWriteStores,
  user: UserRecord,
  nowMs: number,
): Promise<ClosedThings> {
  const name = userName(user.username);
  await endCredentials(stores, name, null, nowMs);
  for (const { space } of await stores.spaces.memberships(name)) {
    await stores.spaces.removeMember(space, name);
  }
  await stores.spaceInvitations.removeByUser(name);
  const shareLinks = await stores.shares.removeByCreator(name);
  await stores.userSettings.removeByUser(name);
  await removeRegisters(stores, name);
  await stores.notifications.removeByUser(name);
  const webhooks = await stores.webhooks.removeByUser(name);
  await stores.signInAddresses.removeByUser(name);
  await stores.users.close(user.number, nowMs);
  stores.afterCommit({ kind: "credentials-changed", ended: [] });
  return { shareLinks, webhooks };
}

/**
 * Removes a closed account's files that aren't on a memo. The others are removed with their memos. Returns the number of
 * both. With `isSoon` the content is marked for removal as soon as no attachment uses it, instead of after a week.
 */
export async function removeFiles(
  { database, clock }: Pick<MemoDeps<ServerDatabase>, "database" | "clock">,
  creator: UserReference,
  { isSoon }: { readonly isSoon: boolean },
): Promise<number> {
  let count = 0;
  for (let after: string | undefined = ""; after !== undefined;) {
    const from: string = after;
    const files: readonly AttachmentRecord[] = await database.read(({ attachments }) =>
      attachments.listByCreator(creator, from, batchSize),
    );
    const loose = files.filter((file) => file.memo === null).map((file) => file.id);
    const hashes = isSoon
      ? files.map((file) => file.sha256).filter((sha256) => sha256 !== null)
      : [];
    if (loose.length + hashes.length > 0) {
      await database.write(async (stores) => {
        for (const sha256 of hashes) await stores.blobMarks.sweepSoon(sha256);
        await stores.attachments.remove(loose);
        await feedRemovals(stores, loose, clock.nowMs(), new Set());
      });
    }
    count += files.length;
    after = files.at(-1)?.id;
  }
  return count;
}

/** Removes the user's registers and adds `del` rows to the feed for them. */
async function removeRegisters(stores: ServerWriteStores, user: UserReference): Promise<void> {
  const scope = userScope(user);
  for (const kind of registerKinds) {
    for (const { id: entity } of await stores.registers.list(user, kind)) {
      const seq = await stores.meta.nextSeq();
      await stores.feed.put({ scope, kind, entity, seq, op: "del" });
    }
  }
  for (const kind of registerKinds) await removeRegisterFloor(stores.meta, user, kind);
  await stores.registers.removeByUser(user);
}

/**
 * Removes the loose files of closed accounts, and moves their memos to the trash, which deletes them after the usual
 * time. Can be stopped at any point and called again.
 */
export async function trashClosedAccounts(
  deps: MemoDeps<ServerDatabase>,
  usernames: readonly string[],
): Promise<void> {
  for (const username of usernames) {
    const name = userName(username);
    const caller: Caller = { name, role: "USER", spaces: [], scope: null, device: "server" };
    await removeFiles(deps, name, { isSoon: false });
    let after = "";
    for (;;) {
      const ids = await deps.database.read(({ memos }) =>
        memos.idsByCreator(name, after, batchSize),
      );
      const last = ids.at(-1);
      if (last === undefined) break;
      after = last;
      await deps.database.write((stores) => trashAll({ stores, deps, caller }, ids));
    }
  }
}

async function trashAll(
  { stores, deps, caller }: WriteContext<MemoDeps<ServerDatabase>, ServerWriteStores>,
  ids: readonly string[],
): Promise<void> {
  const atMs = deps.clock.nowMs();
  for (const id of ids) {
    const record = await stores.memos.find(id);
    if (record === null || record.deletedMs !== null) continue;
    const op: MemoOp = {
      kind: "memo.set",
      entity: record.id,
      stamp: deps.clock.tick(),
      set: { deletedMs: atMs },
    };
    await commitMemo(stores, deps.journal, {
      before: await entityOf(stores, record),
      ops: [op],
      caller,
      textReason: "edit",
      atMs,
    });
  }
}

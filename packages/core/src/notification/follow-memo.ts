import { extractMentions } from "../markdown/index.ts";
import { findReadable } from "../access/read-access.ts";
import type { MemoEntity } from "../model/memo.ts";
import { type UserReference, spaceName, userName } from "../names/names.ts";
import type { ServerWriteStores } from "../stores/server-database.ts";
import type { MemoChange } from "../stores/journal.ts";
import type { NotificationRecord } from "../stores/notification-store.ts";
import { notify, type NotifyDeps } from "./notify.ts";

/** Maximum number of mentions in a memo that notify users; with more, none do. */
const maxMentions = 50;

/**
 * Creates a follower that adds the notifications of a memo's change, in the change's transaction. It notifies
 * the creator of a memo that was commented on, and mentioned users who may read the memo. Users aren't
 * notified of their own memos, and get one notification per comment.
 */
export function createNotificationFollower(
  deps: NotifyDeps,
): (stores: ServerWriteStores, change: MemoChange) => Promise<void> {
  return async (stores, change) => {
    const { after } = change;
    const before = change.isRecreated === true ? null : change.before;
    if (after === null || after.row.deletedMs !== null || after.row.state !== "NORMAL") return;
    const { id, creator, parent } = after.row;
    const notified = new Set<string>([creator]);
    const notifyOnce = async (
      user: UserReference,
      about: Pick<NotificationRecord, "type" | "relatedMemo">,
    ): Promise<void> => {
      if (notified.has(user)) return;
      notified.add(user);
      await notify(stores, deps, { ...about, user, sender: creator, memo: id });
    };
    if (before === null && parent !== null) {
      const commented = await stores.memos.find(parent);
      if (commented !== null) {
        await notifyOnce(commented.creator, { type: "MEMO_COMMENT", relatedMemo: parent });
      }
    }
    for (const user of await mentionedReaders(stores, before, after)) {
      await notifyOnce(user, { type: "MEMO_MENTION", relatedMemo: parent });
    }
  };
}

/** Returns the users with a new mention, or with one that has just become readable. */
async function mentionedReaders(
  stores: ServerWriteStores,
  before: MemoEntity | null,
  after: MemoEntity,
): Promise<UserReference[]> {
  const isOpened =
    before === null ||
    before.row.visibility !== after.row.visibility ||
    before.row.space !== after.row.space ||
    before.row.state !== after.row.state;
  if (!isOpened && before.row.content === after.row.content) return [];
  const known = new Set(
    isOpened ? [] : extractMentions(before.row.content).map((each) => each.toLowerCase()),
  );
  const mentions = extractMentions(after.row.content);
  if (mentions.length > maxMentions) return [];
  const readers: UserReference[] = [];
  for (const mention of mentions.filter((each) => !known.has(each.toLowerCase()))) {
    const user = await stores.users.findByUsername(mention);
    if (user === null || user.state !== "NORMAL") continue;
    const name = userName(user.username);
    const memberships = await stores.spaces.memberships(name);
    const spaces = memberships.map((member) => spaceName(member.space));
    const memo = await findReadable(stores.memos, { user: name, spaces }, after.row.id, false);
    if (memo !== null) readers.push(name);
  }
  return readers;
}

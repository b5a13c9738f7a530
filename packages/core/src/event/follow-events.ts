import { type UserReference, memoName } from "../names/names.ts";
import type { ServerWriteStores } from "../stores/server-database.ts";
import type { ChangeFollower, FollowedChange } from "../stores/journal.ts";
import { elementToReaction } from "../memo/reactions.ts";
import { userScope } from "../model/scope.ts";
import { memoEventOf } from "./memo-event.ts";
import type { NewEvent } from "../stores/event-store.ts";

/** Logs the events of a change for event streams, in its transaction. Wakes the streams after the commit. */
export const followEvents: ChangeFollower = async (stores, change) => {
  const events = [...memoEvents(change), ...reactionEvents(change)];
  for (const event of events) await stores.events.add(event);
  if (events.length > 0) stores.afterCommit({ kind: "events-logged" });
};

/** Logs a user's new notification. `name` is its resource name, `memo` the memo that it is about. */
export async function addNotificationEvent(
  stores: Pick<ServerWriteStores, "events" | "afterCommit">,
  notification: {
    readonly user: UserReference;
    readonly name: string;
    readonly memo: string;
    readonly atMs: number;
  },
): Promise<void> {
  await stores.events.add({
    type: "notification.created",
    name: notification.name,
    parent: notification.memo,
    memo: null,
    scopes: [userScope(notification.user)],
    exceptScopes: [],
    atMs: notification.atMs,
  });
  stores.afterCommit({ kind: "events-logged" });
}

function memoEvents(change: FollowedChange): NewEvent[] {
  const type = memoEventOf(change);
  const row = (change.after ?? change.before)?.row;
  if (type === null || row === undefined) return [];
  const about = {
    name: memoName(row.id),
    parent: row.parent === null ? null : memoName(row.parent),
    atMs: change.atMs,
  };
  const scopesBefore = [...change.scopesBefore];
  if (type === "memo.deleted") {
    return [{ ...about, type, memo: null, scopes: scopesBefore, exceptScopes: [] }];
  }
  const scopesAfter = [...change.scopesAfter];
  const followed: NewEvent = {
    ...about,
    type: type === "memo.created" && row.parent !== null ? "memo.comment.created" : type,
    memo: row.id,
    scopes: scopesAfter,
    exceptScopes: [],
  };
  const lost = scopesBefore.filter((scope) => !change.scopesAfter.has(scope));
  if (lost.length === 0) return [followed];
  // Users who can no longer read the memo get a deletion.
  return [
    followed,
    { ...about, type: "memo.deleted", memo: null, scopes: lost, exceptScopes: scopesAfter },
  ];
}

function reactionEvents(change: FollowedChange): NewEvent[] {
  const { before, after } = change;
  if (after === null || after.row.deletedMs !== null) return [];
  // The previous life's reactions are not events of the new memo.
  if (change.isRecreated === true) return [];
  return change.ops.flatMap((op): NewEvent[] => {
    if (op.kind !== "memo.element" || op.set !== "reaction") return [];
    const find = (elements: typeof after.elements | undefined) =>
      elements
        ?.filter((element) => element.set === op.set && element.key === op.key)
        .map(elementToReaction)[0] ?? null;
    const was = find(before?.elements);
    const is = find(after.elements);
    const reaction = is ?? was;
    if (reaction === null || was?.id === is?.id) return [];
    const memo = memoName(after.row.id);
    return [
      {
        type: is === null ? "reaction.deleted" : "reaction.upserted",
        name: `${memo}/reactions/${reaction.id}`,
        parent: memo,
        memo: after.row.id,
        scopes: [...change.scopesAfter],
        exceptScopes: [],
        atMs: change.atMs,
      },
    ];
  });
}

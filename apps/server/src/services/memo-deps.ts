import { memoName, type ServerDatabase } from "@tidemark/core";
import { addNotificationEvent, followEvents } from "@tidemark/core/event";
import { createServedTexts, type MemoDeps } from "@tidemark/core/memo";
import { createNotificationFollower, type NotifyDeps } from "@tidemark/core/notification";
import { createServerJournal } from "@tidemark/core/sync/server";
import { clientIdFrom } from "@tidemark/core/text";
import { createWebhookFollower, followAttachments } from "@tidemark/core/webhook";
import type { DiskSpace } from "../disk/disk-space.ts";
import type { ServiceContext } from "./service-context.ts";

/** Creates the dependencies for writing memos, including the effects of a write: feed, events, deliveries. */
export function createMemoDeps(context: ServiceContext, notifyDeps: NotifyDeps, disk: DiskSpace) {
  const { database, clock, instance, newId, pageTokens, settings } = context;
  const servedTexts = createServedTexts();
  const journal = createServerJournal({
    clock,
    newId,
    servedTexts,
    followers: [
      createNotificationFollower(notifyDeps),
      followEvents,
      createWebhookFollower({ newId }),
    ],
    attachmentFollowers: [followAttachments],
  });
  return {
    database,
    servedTexts,
    journal,
    clock,
    pageTokens,
    limits: () => ({
      contentBytes: settings.current().MEMO.contentLengthLimitBytes,
      requireRoom: () => disk.requireRoom("texts"),
    }),
    newId,
    // One client id per memo for all text that the server writes, so its document stays small. The id depends
    // on `startId`: a server that starts from an older copy of the database must not reuse it for other text.
    textClientId: (memo: string, gen: number) =>
      clientIdFrom(`server\n${instance.lineage.startId}\n${memo}\n${gen}`),
  } satisfies MemoDeps<ServerDatabase>;
}

/** Creates the dependencies for notifying users: an entry in their list, announced by an event. */
export function createNotifyDeps({ clock, newId }: ServiceContext): NotifyDeps {
  return {
    newId,
    nowMs: () => clock.nowMs(),
    onNotification: (tx, { user, id, memo, relatedMemo, createdMs }) =>
      addNotificationEvent(tx, {
        user,
        name: `${user}/notifications/${id}`,
        memo: memoName(relatedMemo ?? memo),
        atMs: createdMs,
      }),
  };
}

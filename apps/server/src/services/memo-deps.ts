import { memoName, type ServerDatabase } from "@tidemark/core";
import { addNotificationEvent, followEvents } from "@tidemark/core/event";
import { createServedTexts, type MemoDeps } from "@tidemark/core/memo";
import { createNotificationFollower, type NotifyDeps } from "@tidemark/core/notification";
import { createServerJournal } from "@tidemark/core/sync/server";
import { clientIdFrom } from "@tidemark/core/text";
import { createWebhookFollower, followAttachments } from "@tidemark/core/webhook";
import type { DiskSpace } from "../disk/disk-space.ts";
import type { Ground } from "./ground.ts";

/** What memos are written with, and what a write takes with it: feed, events, deliveries. */
export function createMemoDeps(ground: Ground, notifyDeps: NotifyDeps, disk: DiskSpace) {
  const { database, clock, instance, newId, pageTokens, settings } = ground;
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
    // One id for all that the server writes into a memo's text, so that its document stays small.
    // With this start in it: a server on an older copy must not use an id again with other text.
    textClientId: (memo: string, gen: number) =>
      clientIdFrom(`server\n${instance.lineage.startId}\n${memo}\n${gen}`),
  } satisfies MemoDeps<ServerDatabase>;
}

/** How users are notified: by an entry of their list, which an event tells of. */
export function createNotifyDeps({ clock, newId }: Ground): NotifyDeps {
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

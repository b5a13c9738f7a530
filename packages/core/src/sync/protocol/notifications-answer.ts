import { z } from "zod";
import { userReferenceSchema } from "../../names/reference-schema.ts";

/** Maximum number of notifications in one answer, and in one change. */
export const maxNotifications = 100;

/** Notification as sent to its user's devices. */
export const wireNotificationSchema = z.object({
  id: z.string().min(1).max(64),
  /** Resource name of the user who caused it. */
  sender: userReferenceSchema(z.string().max(100)),
  type: z.enum(["MEMO_COMMENT", "MEMO_MENTION", "MEMO_SHARE", "WEBHOOK_GONE"]),
  /**
   * Id of the comment, of the memo with the mention, of the shared memo, or of the memo sent to a webhook.
   */
  memo: z.string().min(1).max(64),
  /** Id of the memo that the comment is on, or null. */
  relatedMemo: z.string().min(1).max(64).nullable(),
  status: z.enum(["UNREAD", "ARCHIVED"]),
  /** Epoch ms, within the range of a `Date`. */
  createdMs: z.int().min(-8.64e15).max(8.64e15),
  /** Start of the memo's current text. */
  snippet: z.string().max(4000),
});

/** A user's newest notifications, newest first. */
export const notificationsAnswerSchema = z.object({
  /** Notifications of types that this version doesn't know are omitted. */
  notifications: z
    .array(z.unknown())
    .max(maxNotifications)
    .transform((all) =>
      all.flatMap((each) => {
        const read = wireNotificationSchema.safeParse(each);
        return read.success ? [read.data] : [];
      }),
    ),
  /** As in hello. */
  hasOthers: z.boolean(),
});

export type WireNotification = z.infer<typeof wireNotificationSchema>;
export type NotificationsAnswer = z.infer<typeof notificationsAnswerSchema>;

/** Result of changing some notifications. */
export const notificationsChangedSchema = z.object({
  /** Ids of notifications that don't exist, or belong to another user. */
  missing: z.array(z.string()),
});

export type NotificationsChanged = z.infer<typeof notificationsChangedSchema>;

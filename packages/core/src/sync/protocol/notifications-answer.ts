import { z } from "zod";
import { userReferenceSchema } from "../../names/reference-schema.ts";

/** Most notifications that a device is sent, and most that it changes, with one call. */
export const maxNotifications = 100;

/** A notification as its user's devices hear of it. */
export const wireNotificationSchema = z.object({
  id: z.string().min(1).max(64),
  /** Resource name of whoever did it. */
  sender: userReferenceSchema(z.string().max(100)),
  type: z.enum(["MEMO_COMMENT", "MEMO_MENTION", "MEMO_SHARE", "WEBHOOK_GONE"]),
  /** Id of the comment, of the memo with the mention, that was shared, or that a webhook was sent. */
  memo: z.string().min(1).max(64),
  /** Id of what that is a comment on, or null. */
  relatedMemo: z.string().min(1).max(64).nullable(),
  status: z.enum(["UNREAD", "ARCHIVED"]),
  /** A time that a calendar has. */
  createdMs: z.int().min(-8.64e15).max(8.64e15),
  /** How the memo begins now. */
  snippet: z.string().max(4000),
});

/** The newest notifications of a user, newest first. */
export const notificationsAnswerSchema = z.object({
  /** What a later version has of other kinds is left out. */
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

/** What became of a change of some notifications. */
export const notificationsChangedSchema = z.object({
  /** Those that are not there, or are somebody else's. */
  missing: z.array(z.string()),
});

export type NotificationsChanged = z.infer<typeof notificationsChangedSchema>;

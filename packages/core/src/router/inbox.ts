import { z } from "zod";
import { boundedArray } from "../json/bounded.ts";
import { maxNotifications } from "../sync/protocol/notifications-answer.ts";
import { t } from "./app-trpc.ts";

const ids = boundedArray(z.string().min(1).max(64), maxNotifications).min(1);

/** Notifications of other users' actions: comments and mentions. */
export const inboxRouter = t.router({
  list: t.procedure.query(({ ctx }) => ctx.app.inbox.list()),
  unread: t.procedure.query(({ ctx }) => ctx.app.inbox.unread()),
  mark: t.procedure
    .input(z.object({ ids, isRead: z.boolean() }))
    .mutation(({ ctx, input }) => ctx.app.inbox.mark(input.ids, input.isRead)),
  markAll: t.procedure.mutation(({ ctx }) => ctx.app.inbox.markAll()),
  remove: t.procedure
    .input(z.object({ ids }))
    .mutation(({ ctx, input }) => ctx.app.inbox.remove(input.ids)),
  restore: t.procedure
    .input(z.object({ ids }))
    .mutation(({ ctx, input }) => ctx.app.inbox.restore(input.ids)),
});

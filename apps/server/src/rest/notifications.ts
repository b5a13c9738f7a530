import { AppFailure, memoName, resolveFieldMask, unwrap } from "@tidemark/core";
import { notificationStatuses, notificationTypes } from "@tidemark/core";
import type { NotificationView } from "@tidemark/core/notification";
import { invalidField } from "@tidemark/core";
import { z } from "zod";
import { identityOf } from "../http/guards/authentication.ts";
import type { RestRoutes } from "./shared/rest-route.ts";
import {
  enumInput,
  formatTimestamp,
  nothing,
  pageSizeQuery,
  pageTokenQuery,
  timestampOutput,
} from "./shared/wire-values.ts";

const notificationJson = z
  .object({
    name: z.string(),
    sender: z.string(),
    status: z.enum(notificationStatuses),
    createTime: timestampOutput,
    type: z.enum(notificationTypes),
    memo: z.string(),
    relatedMemo: z.string().optional(),
    snippet: z.string(),
  })
  .meta({ id: "Notification" });

const userParams = z.object({ user: z.string() });
const params = userParams.extend({ notification: z.string() });

const maskFields = {
  writable: ["status"],
  outputOnly: ["name", "sender", "createTime", "type", "memo", "relatedMemo", "snippet"],
} as const;

/** Routes for a user's notifications about other users' actions. */
export const notificationRoutes: RestRoutes = async (app, { services }) => {
  const { notifications } = services;

  app.get(
    "/users/:user/notifications",
    {
      schema: {
        tags: ["users"],
        summary: "List one's notifications, newest first",
        params: userParams,
        querystring: z.object({ pageSize: pageSizeQuery, pageToken: pageTokenQuery }),
        response: {
          200: z.object({ notifications: z.array(notificationJson), nextPageToken: z.string() }),
        },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const page = unwrap(await notifications.list(caller, request.params.user, request.query));
      return { ...page, notifications: page.notifications.map(notificationToJson) };
    },
  );

  app.patch(
    "/users/:user/notifications/:notification",
    {
      schema: {
        tags: ["users"],
        summary: "Archive or restore a notification",
        params,
        querystring: z.object({ updateMask: z.string().optional() }),
        body: z.looseObject({ status: enumInput(notificationStatuses, {}).nullish() }),
        response: { 200: notificationJson },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const { user, notification } = request.params;
      unwrap(resolveFieldMask(maskFields, request.query.updateMask, request.body));
      const { status } = request.body;
      if (!status) throw new AppFailure(invalidField("status", "is required"));
      return notificationToJson(
        unwrap(await notifications.setStatus(caller, user, notification, status)),
      );
    },
  );

  app.delete(
    "/users/:user/notifications/:notification",
    {
      schema: {
        tags: ["users"],
        summary: "Delete a notification",
        params,
        response: { 200: nothing },
      },
    },
    async (request) => {
      const { user, notification } = request.params;
      unwrap(await notifications.remove(identityOf(request).caller, user, notification));
      return {};
    },
  );
};

function notificationToJson(notification: NotificationView): z.infer<typeof notificationJson> {
  const { user, id, sender, status, type, relatedMemo, snippet } = notification;
  return {
    name: `${user}/notifications/${id}`,
    sender,
    status,
    createTime: formatTimestamp(notification.createdMs),
    type,
    memo: memoName(notification.memo),
    ...(relatedMemo !== null && { relatedMemo: memoName(relatedMemo) }),
    snippet,
  };
}

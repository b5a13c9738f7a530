import { unwrap } from "@tidemark/core";
import { z } from "zod";
import { identityOf, readerOf } from "../../http/guards/authentication.ts";
import { attachmentJson, attachmentsToJson, fileRefsInput } from "../attachment/json.ts";
import type { RestRoutes } from "../shared/rest-route.ts";
import { nothing, pageSizeQuery, pageTokenQuery } from "../shared/wire-values.ts";

const params = z.object({ memo: z.string() });

/** Routes for the attachments of a memo. */
export const memoAttachmentRoutes: RestRoutes = async (app, { services }) => {
  const { attachments, memos } = services;

  app.get(
    "/memos/:memo/attachments",
    {
      config: { access: "reader" },
      schema: {
        tags: ["memos"],
        summary: "List the attachments of a memo, in their order",
        params,
        querystring: z.object({ pageSize: pageSizeQuery, pageToken: pageTokenQuery }),
        response: {
          200: z.object({ attachments: z.array(attachmentJson), nextPageToken: z.string() }),
        },
      },
    },
    async (request) => {
      const reader = readerOf(request);
      const page = unwrap(await attachments.listOfMemo(reader, request.params.memo, request.query));
      return { ...page, attachments: attachmentsToJson(page.attachments) };
    },
  );

  app.patch(
    "/memos/:memo/attachments",
    {
      schema: {
        tags: ["memos"],
        summary: "Replace all attachments of a memo",
        params,
        body: z.object({ attachments: fileRefsInput.nullish() }),
        response: { 200: nothing },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const ids = await attachments.idsOf(request.body.attachments ?? []);
      unwrap(await memos.update(caller, request.params.memo, { attachments: ids }));
      return {};
    },
  );
};

import { parseOrderBy, unwrap } from "@tidemark/core";
import { z } from "zod";
import { identityOf, readerOf } from "../../http/guards/authentication.ts";
import { memoCreateInput } from "./input.ts";
import { memoJson } from "./json.ts";
import { memosAsBytes, oneMemoToJson } from "./parts.ts";
import { newMemoFields } from "./new-memo.ts";
import { withIds } from "./older-names.ts";
import type { RestRoutes } from "../shared/rest-route.ts";
import { sendPage } from "../shared/send-page.ts";
import { pageSizeQuery, pageTokenQuery } from "../shared/wire-values.ts";

const params = z.object({ memo: z.string() });

/** Routes for comments, which are memos with a parent. */
export const commentRoutes: RestRoutes = async (app, { services }) => {
  const { memos } = services;

  app.get(
    "/memos/:memo/comments",
    {
      config: { access: "reader" },
      schema: {
        tags: ["memos"],
        summary: "List the comments on a memo, newest first unless ordered",
        params,
        querystring: z.object({
          pageSize: pageSizeQuery,
          pageToken: pageTokenQuery,
          orderBy: z.string().default(""),
        }),
        response: {
          200: z.object({
            memos: z.array(memoJson),
            nextPageToken: z.string(),
            totalSize: z.int(),
          }),
        },
      },
    },
    async (request, reply) => {
      const { pageSize, pageToken, orderBy } = request.query;
      const order = unwrap(parseOrderBy(orderBy));
      const caller = readerOf(request);
      const page = unwrap(
        await memos.openComments(caller, request.params.memo, {
          order,
          pageSize,
          pageToken,
        }),
      );
      return sendPage(reply, page, {
        key: "memos",
        isCut: true,
        toBytes: (some) => memosAsBytes(services, caller, some),
        end: (nextPageToken) => ({ nextPageToken, totalSize: page.totalSize }),
      });
    },
  );

  app.post(
    "/memos/:memo/comments",
    {
      schema: {
        tags: ["memos"],
        summary: "Comment on a memo",
        params,
        querystring: z.object({ commentId: z.string().optional() }),
        body: memoCreateInput,
        response: { 200: memoJson },
      },
    },
    async (request) => {
      const { commentId } = request.query;
      const fields = newMemoFields(await withIds(services, request.body));
      const { caller } = identityOf(request);
      const comment = unwrap(
        await memos.create(caller, {
          ...fields,
          parent: request.params.memo,
          ...(commentId && { id: commentId }),
        }),
      );
      return oneMemoToJson(services, caller, comment);
    },
  );
};

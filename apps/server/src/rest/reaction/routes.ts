import { unwrap } from "@tidemark/core";
import { z } from "zod";
import { writeOne } from "../../http/answers/writable-rows.ts";
import { identityOf, readerOf } from "../../http/guards/authentication.ts";
import { reactionJson, reactionsToJson, reactionToJson } from "./json.ts";
import type { RestRoutes } from "../shared/rest-route.ts";
import { nothing, pageSizeQuery, pageTokenQuery } from "../shared/wire-values.ts";

const params = z.object({ memo: z.string() });

/** Routes for reactions to a memo; everyone who can read the memo can react. */
export const reactionRoutes: RestRoutes = async (app, { services }) => {
  const { memos } = services;

  app.get(
    "/memos/:memo/reactions",
    {
      config: { access: "reader" },
      schema: {
        tags: ["memos"],
        summary: "List the reactions to a memo, oldest first",
        params,
        querystring: z.object({ pageSize: pageSizeQuery, pageToken: pageTokenQuery }),
        response: {
          200: z.object({ reactions: z.array(reactionJson), nextPageToken: z.string() }),
        },
      },
    },
    async (request) => {
      const { memo } = request.params;
      const page = unwrap(await memos.listReactions(readerOf(request), memo, request.query));
      return {
        reactions: reactionsToJson(memo, page.items),
        nextPageToken: page.nextPageToken,
      };
    },
  );

  app.post(
    "/memos/:memo/reactions",
    {
      schema: {
        tags: ["memos"],
        summary: "React to a memo; repeating a reaction returns the existing one",
        params,
        body: z.object({
          reaction: z.object({ reactionType: z.string(), contentId: z.string().nullish() }),
        }),
        response: { 200: reactionJson },
      },
    },
    async (request) => {
      const { memo } = request.params;
      const { reactionType } = request.body.reaction;
      const { caller } = identityOf(request);
      const reaction = unwrap(await memos.addReaction(caller, memo, reactionType));
      return writeOne("reaction", reaction.id, () => reactionToJson(memo, reaction));
    },
  );

  app.delete(
    "/memos/:memo/reactions/:reaction",
    {
      schema: {
        tags: ["memos"],
        summary: "Delete a reaction",
        params: params.extend({ reaction: z.string() }),
        response: { 200: nothing },
      },
    },
    async (request) => {
      const { memo, reaction } = request.params;
      unwrap(await memos.removeReaction(identityOf(request).caller, memo, reaction));
      return {};
    },
  );
};

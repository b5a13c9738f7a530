import { unwrap } from "@tidemark/core";
import { z } from "zod";
import { identityOf, readerOf } from "../../http/guards/authentication.ts";
import { relationJson, relationsInput, relationToJson } from "./json.ts";
import { relationsWithIds } from "./older-names.ts";
import type { RestRoutes } from "../shared/rest-route.ts";
import { nothing, pageSizeQuery, pageTokenQuery } from "../shared/wire-values.ts";

const params = z.object({ memo: z.string() });

/** Routes for the memos that a memo references and that reference it. */
export const relationRoutes: RestRoutes = async (app, { services }) => {
  const { memos } = services;

  app.get(
    "/memos/:memo/relations",
    {
      config: { access: "reader" },
      schema: {
        tags: ["memos"],
        summary: "List the relations of a memo, both directions",
        params,
        querystring: z.object({ pageSize: pageSizeQuery, pageToken: pageTokenQuery }),
        response: {
          200: z.object({ relations: z.array(relationJson), nextPageToken: z.string() }),
        },
      },
    },
    async (request) => {
      const page = unwrap(
        await memos.listRelations(readerOf(request), request.params.memo, request.query),
      );
      return { relations: page.items.map(relationToJson), nextPageToken: page.nextPageToken };
    },
  );

  app.patch(
    "/memos/:memo/relations",
    {
      schema: {
        tags: ["memos"],
        summary: "Replace the references of a memo; comments and the memo itself are ignored",
        params,
        body: z.object({ relations: relationsInput.nullish() }),
        response: { 200: nothing },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const relations = await relationsWithIds(services, request.body.relations ?? []);
      unwrap(await memos.update(caller, request.params.memo, { relations }));
      return {};
    },
  );
};

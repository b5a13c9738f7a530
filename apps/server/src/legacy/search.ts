import { z } from "zod";
import { identityOf } from "../http/guards/authentication.ts";
import type { RestRoutes } from "../rest/shared/rest-route.ts";
import { sendPage } from "../rest/shared/send-page.ts";
import { formatTimestamp, timestampOutput } from "../rest/shared/wire-values.ts";
import { countQuery, olderPageSize } from "./count-query.ts";
import { memosAsOlderBytes, olderMemoJson } from "./memo-json.ts";

/** Routes for ranked search and the caller's tags. */
export const olderSearchRoutes: RestRoutes = async (app, { services }) => {
  const { memos } = services;

  app.get(
    "/search",
    {
      schema: {
        tags: ["older form"],
        summary: "Search memos by words, best match first",
        querystring: z.object({
          q: z.string().trim().min(1, "is required").max(1000),
          limit: countQuery(100).default(olderPageSize),
          tag: z.string().optional(),
        }),
        response: { 200: z.object({ data: z.array(olderMemoJson) }) },
      },
    },
    async (request, reply) => {
      const { caller } = identityOf(request);
      const { q, limit, tag } = request.query;
      const found = await services.searchMemos(caller, { text: q, tag: tag || null, limit });
      return sendPage(reply, found, {
        key: "data",
        // The search has no next page, so the results are sent in full.
        isCut: false,
        toBytes: (some) => memosAsOlderBytes(services, caller, some),
        end: () => ({}),
      });
    },
  );

  app.get(
    "/tags",
    {
      schema: {
        tags: ["older form"],
        summary: "List your tags, most used first",
        response: {
          200: z.object({ data: z.array(z.object({ name: z.string(), count: z.int() })) }),
        },
      },
    },
    async (request) => {
      const counts = await memos.tagCounts(identityOf(request).caller);
      return { data: counts.map(({ tag, count }) => ({ name: tag, count })) };
    },
  );

  app.get(
    "/tags/stats",
    {
      schema: {
        tags: ["older form"],
        summary: "List your tags with their last use and their total",
        response: {
          200: z.object({
            data: z.array(
              z.object({ name: z.string(), count: z.int(), lastUsed: timestampOutput }),
            ),
            total: z.int(),
          }),
        },
      },
    },
    async (request) => {
      const counts = await memos.tagCounts(identityOf(request).caller);
      const data = counts.map(({ tag, count, lastUsedMs }) => ({
        name: tag,
        count,
        lastUsed: formatTimestamp(lastUsedMs),
      }));
      return { data, total: data.length };
    },
  );
};

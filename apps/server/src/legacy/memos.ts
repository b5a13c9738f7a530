import { invalidField, notFound, type OrderTerm } from "@tidemark/core";
import type { MemoChanges } from "@tidemark/core/memo";
import { z } from "zod";
import { AppFailure, unwrap } from "../http/app-failure.ts";
import { identityOf, readerOf } from "../http/authentication.ts";
import type { RestRoutes } from "../rest/rest-route.ts";
import { nothing, pageTokenQuery } from "../rest/wire-values.ts";
import { countQuery, olderPageSize } from "./count-query.ts";
import { memosToOlderJson, memoToOlderJson, olderMemoJson } from "./memo-json.ts";

const params = z.object({ id: z.string() });
const visibility = z.enum(["PRIVATE", "PROTECTED", "PUBLIC"]);

const orderFields = {
  created_ts: "create_time",
  updated_ts: "update_time",
  pinned: "pinned",
} as const satisfies Record<string, OrderTerm["field"]>;

/** Memos by their older ids and in their older shape; what is done is done by the same service. */
export const olderMemoRoutes: RestRoutes = async (app, { services }) => {
  const { memos } = services;

  app.get(
    "/memos",
    {
      config: { access: "reader" },
      constraints: { form: "older" },
      schema: {
        tags: ["older form"],
        summary: "List memos",
        querystring: z.object({
          page: countQuery(1_000_000).default(1),
          limit: countQuery(100).optional(),
          pageToken: pageTokenQuery,
          tag: z.string().optional(),
          visibility: z.string().toUpperCase().pipe(visibility).optional(),
          orderBy: z.enum(["created_ts", "updated_ts", "pinned"]).default("created_ts"),
          order: z.enum(["asc", "desc"]).default("desc"),
        }),
        response: { 200: z.object({ data: z.array(olderMemoJson), nextPageToken: z.string() }) },
      },
    },
    async (request) => {
      const caller = readerOf(request);
      const { page, limit, pageToken, tag, visibility: shown, orderBy, order } = request.query;
      const terms = [
        ...(tag === undefined || tag === "" ? [] : [`${JSON.stringify(tag)} in tags`]),
        ...(shown === undefined ? [] : [`visibility == "${shown}"`]),
      ];
      const listed = unwrap(
        await memos.list(caller, {
          state: "NORMAL",
          trash: "none",
          parent: null,
          filter: terms.join(" && "),
          order: [{ field: orderFields[orderBy], direction: order }],
          pageSize: limit ?? (pageToken === "" ? olderPageSize : null),
          pageToken,
          // A token says by itself where the page begins.
          offset: pageToken === "" ? (page - 1) * (limit ?? olderPageSize) : 0,
        }),
      );
      return {
        data: await memosToOlderJson(services, caller, listed.memos),
        nextPageToken: listed.nextPageToken,
      };
    },
  );

  app.get(
    "/memos/:id(^\\d+$)",
    {
      config: { access: "reader" },
      schema: {
        tags: ["older form"],
        summary: "Get a memo by its integer id",
        params,
        response: { 200: olderMemoJson },
      },
    },
    async (request) => {
      const caller = readerOf(request);
      const id = await findId(request.params.id);
      const memo = unwrap(await memos.get(caller, id, { showDeleted: false }));
      return memoToOlderJson(services, caller, memo);
    },
  );

  app.patch(
    "/memos/:id(^\\d+$)",
    {
      schema: {
        tags: ["older form"],
        summary: "Update a memo by its integer id",
        params,
        body: z.object({
          content: z.string().optional(),
          visibility: visibility.optional(),
          pinned: z.boolean().optional(),
        }),
        response: { 200: olderMemoJson },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      // With a mask it is of the current form, which knows no integer ids.
      if (hasMask(request.query)) throw new AppFailure(notFound());
      const { content, visibility: shown, pinned } = request.body;
      const changes: MemoChanges = {
        ...(content !== undefined && { content }),
        ...(shown !== undefined && { visibility: shown }),
        ...(pinned !== undefined && { pinned }),
      };
      if (Object.keys(changes).length === 0) {
        throw new AppFailure(invalidField("body", "names nothing to change"));
      }
      const memo = unwrap(await memos.update(caller, await findId(request.params.id), changes));
      return memoToOlderJson(services, caller, memo);
    },
  );

  app.delete(
    "/memos/:id(^\\d+$)",
    {
      schema: {
        tags: ["older form"],
        summary: "Move a memo to the trash by its integer id",
        params,
        response: { 200: nothing },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      unwrap(await memos.trash(caller, await findId(request.params.id)));
      return {};
    },
  );

  async function findId(number: string): Promise<string> {
    return unwrap(await memos.findId(Number(number)));
  }
};

function hasMask(query: unknown): boolean {
  return typeof query === "object" && query !== null && "updateMask" in query;
}

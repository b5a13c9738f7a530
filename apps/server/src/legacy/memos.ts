import { hasMask, type OrderTerm, unwrap } from "@tidemark/core";
import { z } from "zod";
import { identityOf, readerOf } from "../http/guards/authentication.ts";
import { memoCreateInput } from "../rest/memo/input.ts";
import { memoJson } from "../rest/memo/json.ts";
import { oneMemoToJson } from "../rest/memo/parts.ts";
import { readMemoPatch } from "../rest/memo/patch.ts";
import { withIds } from "../rest/memo/older-names.ts";
import type { RestRoutes } from "../rest/shared/rest-route.ts";
import { sendPage } from "../rest/shared/send-page.ts";
import { nothing, pageTokenQuery } from "../rest/shared/wire-values.ts";
import { countQuery, olderPageSize } from "./count-query.ts";
import { convertCurrentKeys } from "../http/forms/mixed-list.ts";
import { fromOlderPageToken, toOlderPageToken } from "../http/forms/older-page-token.ts";
import { memosAsOlderBytes, memoToOlderJson, olderMemoJson } from "./memo-json.ts";

const params = z.object({ id: z.string() });
const visibility = z.enum(
  ["PRIVATE", "PROTECTED", "PUBLIC"],
  "must be private, protected or public",
);

const orderFields = {
  created_ts: "create_time",
  updated_ts: "update_time",
  pinned: "pinned",
} as const satisfies Record<string, OrderTerm["field"]>;

/** Memo routes of the older form, with integer ids; they use the same service as the current form. */
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
      preValidation: async (request) => convertCurrentKeys(request),
    },
    async (request, reply) => {
      const caller = readerOf(request);
      const { page, limit, pageToken, tag, visibility: shown, orderBy, order } = request.query;
      const terms = [
        ...(tag === undefined || tag === "" ? [] : [`${JSON.stringify(tag)} in tags`]),
        ...(shown === undefined ? [] : [`visibility == "${shown}"`]),
      ];
      const listed = unwrap(
        await memos.openList(caller, {
          state: "NORMAL",
          trash: "none",
          parent: null,
          filter: terms.join(" && "),
          order: [{ field: orderFields[orderBy], direction: order }],
          pageSize: limit ?? (pageToken === "" ? olderPageSize : null),
          pageToken: fromOlderPageToken(pageToken),
          // A page token already contains the offset.
          offset: pageToken === "" ? (page - 1) * (limit ?? olderPageSize) : 0,
        }),
      );
      return sendPage(reply, listed, {
        key: "data",
        // A page requested by number must be complete: the next page would skip the items cut off here.
        isCut: false,
        toBytes: (some) => memosAsOlderBytes(services, caller, some),
        end: (token) => ({ nextPageToken: toOlderPageToken(token) }),
      });
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
        description: "With a mask, the body and the response have the current form.",
        params,
        querystring: z.object({ updateMask: z.string().optional() }),
        // The older form ignores unknown fields.
        body: memoCreateInput,
        response: { 200: z.union([olderMemoJson, memoJson]) },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const { updateMask } = request.query;
      const patch = unwrap(readMemoPatch(await withIds(services, request.body), updateMask));
      const id = await findId(request.params.id);
      const memo = unwrap(await memos.update(caller, id, patch));
      return hasMask(updateMask)
        ? oneMemoToJson(services, caller, memo)
        : memoToOlderJson(services, caller, memo);
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

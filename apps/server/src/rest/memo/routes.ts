import { parseOrderBy, unwrap } from "@tidemark/core";
import { memoEtag } from "@tidemark/core/memo";
import { z } from "zod";
import { identityOf, readerOf } from "../../http/guards/authentication.ts";
import { convertLegacyKeys } from "../../http/forms/mixed-list.ts";
import { memoCreateInput, memoPatchInput } from "./input.ts";
import { createdMemoJson, memoJson } from "./json.ts";
import { readMemoPatch } from "./patch.ts";
import { checkSaysSomething, newMemoFields, unwrapMemo } from "./new-memo.ts";
import { withIds } from "./older-names.ts";
import { memosAsBytes, newMemoToJson, oneMemoAsBytes, oneMemoToJson } from "./parts.ts";
import type { RestRoutes } from "../shared/rest-route.ts";
import { sendJson } from "../shared/send-json.ts";
import { sendPage } from "../shared/send-page.ts";
import {
  booleanQuery,
  enumInput,
  nothing,
  pageSizeQuery,
  pageTokenQuery,
  stateNumbers,
} from "../shared/wire-values.ts";

const params = z.object({ memo: z.string() });
/** Query plan of a page of memos. */
const explanationJson = z.object({
  driver: z.string(),
  usesTextIndex: z.boolean(),
  place: z.enum(["here", "stepped", "worker"]),
  rows: z.int().nullable(),
  sql: z.string().nullable(),
  plan: z.array(z.string()),
});
const pageJson = z.object({
  nextPageToken: z.string(),
  explanation: explanationJson.optional(),
});
const state = enumInput(["STATE_UNSPECIFIED", "NORMAL", "ARCHIVED"], stateNumbers);

/** Memo routes of the current form. */
export const memoRoutes: RestRoutes = async (app, { services }) => {
  const { memos } = services;

  app.get(
    "/memos",
    {
      config: { access: "reader" },
      schema: {
        tags: ["memos"],
        summary: "List memos",
        querystring: z.object({
          pageSize: pageSizeQuery,
          pageToken: pageTokenQuery,
          state: state.optional(),
          orderBy: z.string().default(""),
          filter: z.string().default(""),
          showDeleted: booleanQuery.optional(),
          // Accepts any string: for everyone but administrators this is an unknown parameter, and ignored.
          explain: z.string().optional().meta({
            description:
              "`true` adds `explanation`, which describes how the page was found. Administrators only, ignored otherwise.",
          }),
        }),
        response: {
          200: z.object({ memos: z.array(memoJson), ...pageJson.shape }),
        },
      },
      preValidation: (request, _reply, done) => {
        convertLegacyKeys(request);
        done();
      },
    },
    async (request, reply) => {
      const { query } = request;
      const caller = readerOf(request);
      const page = unwrap(
        await memos.openList(caller, {
          state: query.state === "ARCHIVED" ? "ARCHIVED" : "NORMAL",
          trash: query.showDeleted === true ? "own" : "none",
          order: unwrap(parseOrderBy(query.orderBy)),
          filter: query.filter,
          parent: null,
          pageSize: query.pageSize,
          pageToken: query.pageToken,
          explain: query.explain === "true",
        }),
      );
      const { explanation } = page;
      return sendPage(reply, page, {
        key: "memos",
        isCut: true,
        toBytes: (some) => memosAsBytes(services, caller, some),
        end: (nextPageToken) =>
          pageJson.encode({
            nextPageToken,
            ...(explanation && { explanation: { ...explanation, plan: [...explanation.plan] } }),
          }),
      });
    },
  );

  app.post(
    "/memos",
    {
      schema: {
        tags: ["memos"],
        summary: "Create a memo",
        querystring: z.object({ memoId: z.string().optional() }),
        body: memoCreateInput,
        response: { 200: createdMemoJson },
      },
      preValidation: async (request) => unwrapMemo(request),
    },
    async (request, reply) => {
      const { memoId } = request.query;
      const { caller } = identityOf(request);
      unwrap(checkSaysSomething(request.body));
      const fields = newMemoFields(await withIds(services, request.body));
      const memo = unwrap(await memos.create(caller, { ...fields, ...(memoId && { id: memoId }) }));
      reply.header("etag", memoEtag(memo));
      const { attachments = [], relations = [] } = fields;
      const isAlone = !memoId && attachments.length === 0 && relations.length === 0;
      return newMemoToJson(services, caller, { memo, isAlone });
    },
  );

  app.get(
    "/memos/:memo",
    {
      config: { access: "reader" },
      schema: {
        tags: ["memos"],
        summary: "Get a memo",
        params,
        querystring: z.object({ showDeleted: booleanQuery.optional() }),
        response: { 200: memoJson },
      },
    },
    async (request, reply) => {
      const caller = readerOf(request);
      const showDeleted = request.query.showDeleted === true;
      const { memo, found } = unwrap(
        await memos.getWith(caller, request.params.memo, { showDeleted }, (stores, one) =>
          oneMemoAsBytes(stores, caller, one),
        ),
      );
      reply.header("etag", memoEtag(memo));
      return sendJson(reply, found);
    },
  );

  app.patch(
    "/memos/:memo",
    {
      schema: {
        tags: ["memos"],
        summary: "Update a memo",
        description:
          "With `If-Match` naming an older state, the content is merged with the newer one.",
        params,
        querystring: z.object({ updateMask: z.string().optional() }),
        body: memoPatchInput,
        response: { 200: memoJson },
      },
    },
    async (request, reply) => {
      const { updateMask } = request.query;
      const patch = unwrap(readMemoPatch(await withIds(services, request.body), updateMask));
      const { caller } = identityOf(request);
      const memo = unwrap(
        await memos.update(caller, request.params.memo, patch, {
          ifMatch: request.headers["if-match"],
        }),
      );
      reply.header("etag", memoEtag(memo));
      return oneMemoToJson(services, caller, memo);
    },
  );

  app.delete(
    "/memos/:memo",
    {
      schema: {
        tags: ["memos"],
        summary: "Move a memo to the trash, or with `force` remove it for good",
        params,
        querystring: z.object({ force: booleanQuery.optional() }),
        response: { 200: nothing },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const { memo } = request.params;
      const isForced = request.query.force === true;
      unwrap(await (isForced ? memos.purge(caller, memo) : memos.trash(caller, memo)));
      return {};
    },
  );

  app.post(
    "/memos/:memo([A-Za-z0-9-]+)::restore",
    {
      schema: {
        tags: ["memos"],
        summary: "Bring a memo back from the trash",
        params,
        response: { 200: memoJson },
      },
    },
    async (request, reply) => {
      const { caller } = identityOf(request);
      const memo = unwrap(await memos.restore(caller, request.params.memo));
      reply.header("etag", memoEtag(memo));
      return oneMemoToJson(services, caller, memo);
    },
  );
};

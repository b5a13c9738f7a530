import { memoName, unwrap } from "@tidemark/core";
import { signedOutCaller } from "@tidemark/core/model";
import type { Share } from "@tidemark/core/share";
import { z } from "zod";
import { identityOf } from "../../http/guards/authentication.ts";
import { memoJson } from "./json.ts";
import { oneMemoToJson } from "./parts.ts";
import type { RestRoutes } from "../shared/rest-route.ts";
import {
  formatTimestamp,
  nothing,
  pageSizeQuery,
  pageTokenQuery,
  timestampInput,
  timestampOutput,
} from "../shared/wire-values.ts";

const shareJson = z
  .object({
    name: z.string(),
    createTime: timestampOutput,
    expireTime: timestampOutput.optional(),
  })
  .meta({ id: "MemoShare" });

const params = z.object({ memo: z.string() });

/** Routes for share links. Anyone with a link can read its memo; the token is the last part of its name. */
export const shareRoutes: RestRoutes = async (app, { services }) => {
  const { shares } = services;

  app.post(
    "/memos/:memo/shares",
    {
      schema: {
        tags: ["memos"],
        summary: "Create a share link for a memo",
        params,
        body: z.object({ expireTime: timestampInput.nullish() }),
        response: { 200: shareJson },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const expiresMs = request.body.expireTime ?? null;
      return shareToJson(unwrap(await shares.create(caller, request.params.memo, expiresMs)));
    },
  );

  app.get(
    "/memos/:memo/shares",
    {
      schema: {
        tags: ["memos"],
        summary: "List the share links of a memo, oldest first",
        params,
        querystring: z.object({ pageSize: pageSizeQuery, pageToken: pageTokenQuery }),
        response: {
          200: z.object({ memoShares: z.array(shareJson), nextPageToken: z.string() }),
        },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const page = unwrap(await shares.list(caller, request.params.memo, request.query));
      return { memoShares: page.items.map(shareToJson), nextPageToken: page.nextPageToken };
    },
  );

  app.delete(
    "/memos/:memo/shares/:share",
    {
      schema: {
        tags: ["memos"],
        summary: "Revoke a share link",
        params: params.extend({ share: z.string() }),
        response: { 200: nothing },
      },
    },
    async (request) => {
      const { memo, share } = request.params;
      unwrap(await shares.remove(identityOf(request).caller, memo, share));
      return {};
    },
  );

  app.get(
    "/shares/:token/memo",
    {
      config: { access: "anyone" },
      schema: {
        tags: ["memos"],
        summary: "Get the memo of a share link",
        security: [],
        params: z.object({ token: z.string() }),
        response: { 200: memoJson },
      },
    },
    async (request, reply) => {
      const memo = unwrap(await shares.open(request.params.token));
      reply.header("cache-control", "private, no-store");
      const { parent: _parent, ...shown } = await oneMemoToJson(services, signedOutCaller, memo);
      return {
        ...shown,
        relations: [],
        reactions: shown.reactions.map((reaction) => ({ ...reaction, creator: "" })),
      };
    },
  );
};

function shareToJson(share: Share): z.infer<typeof shareJson> {
  return {
    name: `${memoName(share.memo)}/shares/${share.token}`,
    createTime: formatTimestamp(share.createdMs),
    ...(share.expiresMs !== null && { expireTime: formatTimestamp(share.expiresMs) }),
  };
}

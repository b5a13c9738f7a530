import { type AccessTokenRecord, unwrap } from "@tidemark/core";
import { z } from "zod";
import { tokenScopes } from "@tidemark/core/model";
import { identityOf } from "../http/guards/authentication.ts";
import type { RestRoutes } from "../rest/shared/rest-route.ts";
import {
  formatTimestamp,
  nothing,
  pageSizeQuery,
  pageTokenQuery,
  scopeInput,
  timestampInput,
  timestampOutput,
} from "../rest/shared/wire-values.ts";

const scope = z.enum(tokenScopes);

const accessTokenJson = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    scope: scope.nullable(),
    createdAt: timestampOutput,
    expiresAt: timestampOutput.nullable(),
    lastUsedAt: timestampOutput.nullable(),
  })
  .meta({ id: "AccessToken" });

const params = z.object({ id: z.string() });

/** Routes for the calling administrator's access tokens. Only the create route returns a token's value. */
export const accessTokenRoutes: RestRoutes = async (app, { services }) => {
  const { accessTokens } = services.auth;

  app.post(
    "/access-tokens",
    {
      schema: {
        tags: ["older form"],
        summary: "Create an access token",
        body: z.object({
          name: z.string(),
          description: z.string().nullish(),
          expiresAt: timestampInput.nullish(),
          scope: scopeInput.nullish(),
        }),
        response: { 200: accessTokenJson.extend({ accessToken: z.string() }) },
      },
    },
    async (request) => {
      const { name, description, expiresAt, scope } = request.body;
      const { token, value } = unwrap(
        await accessTokens.create(identityOf(request).caller, {
          name,
          description: description ?? "",
          expiresMs: expiresAt ?? null,
          scope: scope ?? null,
        }),
      );
      return { ...tokenToJson(token), accessToken: value };
    },
  );

  app.get(
    "/access-tokens",
    {
      schema: {
        tags: ["older form"],
        summary: "List access tokens",
        querystring: z.object({ pageSize: pageSizeQuery, pageToken: pageTokenQuery }),
        response: { 200: z.object({ data: z.array(accessTokenJson), nextPageToken: z.string() }) },
      },
    },
    async (request) => {
      const page = unwrap(await accessTokens.list(identityOf(request).caller, request.query));
      return { data: page.tokens.map(tokenToJson), nextPageToken: page.nextPageToken };
    },
  );

  app.get(
    "/access-tokens/:id",
    {
      schema: {
        tags: ["older form"],
        summary: "Get an access token",
        params,
        response: { 200: accessTokenJson },
      },
    },
    async (request) =>
      tokenToJson(unwrap(await accessTokens.get(identityOf(request).caller, request.params.id))),
  );

  app.delete(
    "/access-tokens/:id",
    {
      schema: {
        tags: ["older form"],
        summary: "Revoke an access token",
        params,
        response: { 200: nothing },
      },
    },
    async (request) => {
      unwrap(await accessTokens.revoke(identityOf(request).caller, request.params.id));
      return {};
    },
  );
};

function tokenToJson(token: AccessTokenRecord): z.infer<typeof accessTokenJson> {
  return {
    id: token.id,
    name: token.name,
    description: token.description,
    scope: token.scope,
    createdAt: formatTimestamp(token.createdMs),
    expiresAt: token.expiresMs === null ? null : formatTimestamp(token.expiresMs),
    lastUsedAt: token.lastUsedMs === null ? null : formatTimestamp(token.lastUsedMs),
  };
}

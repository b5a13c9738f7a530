import { type AccessTokenRecord, type SessionRecord, unwrap } from "@tidemark/core";
import { findOwnAccount } from "@tidemark/core/access";
import { hasFullRights, isAdministrator } from "@tidemark/core/model";
import { userName } from "@tidemark/core/names";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { identityOf } from "../../http/guards/authentication.ts";
import { passwordLink } from "../../auth/password-link-address.ts";
import { serverAddress } from "../shared/server-address.ts";
import type { RestRoutes } from "../shared/rest-route.ts";
import {
  formatTimestamp,
  intInput,
  nothing,
  pageSizeQuery,
  pageTokenQuery,
  scopeInput,
  timestampOutput,
} from "../shared/wire-values.ts";

const params = z.object({ user: z.string() });
const dayMs = 24 * 3600 * 1000;

const sessionJson = z
  .object({
    name: z.string(),
    createTime: timestampOutput,
    lastUsedTime: timestampOutput,
    clientInfo: z.object({ userAgent: z.string() }),
  })
  .meta({ id: "Session" });

const tokenJson = z
  .object({
    name: z.string(),
    description: z.string(),
    createdAt: timestampOutput,
    expiresAt: timestampOutput.nullable(),
    lastUsedAt: timestampOutput.nullable(),
  })
  .meta({ id: "PersonalAccessToken" });

/** Routes for sessions, also for administrators, and for a user's own access tokens. */
export const ownCredentialRoutes: RestRoutes = async (app, { services, config }) => {
  const { database } = services;
  const { sessions, personalAccessTokens: tokens } = services.auth;

  /** Returns the caller if `user` names them; otherwise throws NOT_FOUND. */
  async function ownerOf(request: FastifyRequest, user: string) {
    const { caller } = identityOf(request);
    unwrap(await database.read((stores) => findOwnAccount(stores.users, caller, user)));
    return caller;
  }

  /** Returns the account whose sessions the caller may see: their own, or for administrators any. */
  async function sessionsOwner(request: FastifyRequest, user: string) {
    const { caller } = identityOf(request);
    if (!isAdministrator(caller) || !hasFullRights(caller)) {
      return (await ownerOf(request, user)).name;
    }
    return userName(unwrap(await services.users.get(user)).username);
  }

  app.get(
    "/users/:user/sessions",
    {
      schema: {
        tags: ["users"],
        summary:
          "List where one is signed in, last used first; for administrators, where anyone is",
        params,
        response: { 200: z.object({ sessions: z.array(sessionJson) }) },
      },
    },
    async (request) => {
      const owner = await sessionsOwner(request, request.params.user);
      return { sessions: (await sessions.list(owner)).map(sessionToJson) };
    },
  );

  app.delete(
    "/users/:user/sessions/:session",
    {
      schema: {
        tags: ["users"],
        summary: "End a session immediately; for administrators, anyone's",
        params: params.extend({ session: z.string() }),
        response: { 200: nothing },
      },
    },
    async (request) => {
      const owner = await sessionsOwner(request, request.params.user);
      const { caller } = identityOf(request);
      unwrap(await sessions.end(caller, owner, request.params.session));
      return {};
    },
  );

  app.post(
    "/users/:user([A-Za-z0-9-]+)::signOut",
    {
      schema: {
        tags: ["users"],
        summary: "End all sessions and tokens of an account, for administrators",
        params,
        response: { 200: nothing },
      },
    },
    async (request) => {
      unwrap(await services.users.signOut(identityOf(request).caller, request.params.user));
      return {};
    },
  );

  app.post(
    "/users/:user([A-Za-z0-9-]+)::createPasswordLink",
    {
      schema: {
        tags: ["users"],
        summary: "Create a one-time link for choosing a password, for administrators",
        description:
          "For a new account, or a forgotten password. The link is only in this response. It lasts three days, and ends the former one.",
        params,
        response: { 200: z.object({ link: z.string(), expireTime: timestampOutput }) },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const { code, expiresMs } = unwrap(
        await services.auth.passwordLinks.create(caller, request.params.user),
      );
      const link = passwordLink(serverAddress(request, services, config), code);
      return { link, expireTime: formatTimestamp(expiresMs) };
    },
  );

  app.post(
    "/users/:user/personalAccessTokens",
    {
      schema: {
        tags: ["users"],
        summary: "Create an access token for yourself; its value is only in this response",
        params,
        body: z.object({
          description: z.string().max(256).nullish(),
          expiresInDays: intInput
            .pipe(z.int().min(0, "must be 0 or more").max(36_500, "must be at most 36500"))
            .nullish(),
          scope: scopeInput.nullish(),
        }),
        response: { 200: z.object({ personalAccessToken: tokenJson, token: z.string() }) },
      },
    },
    async (request) => {
      const caller = await ownerOf(request, request.params.user);
      const { description, expiresInDays, scope: wanted } = request.body;
      const days = expiresInDays ?? 0;
      const { token, value } = unwrap(
        await tokens.create(caller, {
          name: description?.trim() || "Personal access token",
          description: description ?? "",
          expiresMs: days === 0 ? null : services.nowMs() + days * dayMs,
          scope: wanted ?? null,
        }),
      );
      return { personalAccessToken: tokenToJson(token), token: value };
    },
  );

  app.get(
    "/users/:user/personalAccessTokens",
    {
      schema: {
        tags: ["users"],
        summary: "List your access tokens, newest first",
        params,
        querystring: z.object({ pageSize: pageSizeQuery, pageToken: pageTokenQuery }),
        response: {
          200: z.object({ personalAccessTokens: z.array(tokenJson), nextPageToken: z.string() }),
        },
      },
    },
    async (request) => {
      const caller = await ownerOf(request, request.params.user);
      const page = unwrap(await tokens.list(caller, request.query));
      return {
        personalAccessTokens: page.tokens.map(tokenToJson),
        nextPageToken: page.nextPageToken,
      };
    },
  );

  app.delete(
    "/users/:user/personalAccessTokens/:id",
    {
      schema: {
        tags: ["users"],
        summary: "Revoke one of your access tokens",
        params: params.extend({ id: z.string() }),
        response: { 200: nothing },
      },
    },
    async (request) => {
      const caller = await ownerOf(request, request.params.user);
      unwrap(await tokens.revoke(caller, request.params.id));
      return {};
    },
  );
};

function sessionToJson(session: SessionRecord): z.infer<typeof sessionJson> {
  return {
    name: `${session.user}/sessions/${session.id}`,
    createTime: formatTimestamp(session.createdMs),
    lastUsedTime: formatTimestamp(session.lastUsedMs),
    clientInfo: { userAgent: session.clientInfo },
  };
}

function tokenToJson(token: AccessTokenRecord): z.infer<typeof tokenJson> {
  return {
    name: `${token.user}/personalAccessTokens/${token.id}`,
    description: token.description,
    createdAt: formatTimestamp(token.createdMs),
    expiresAt: token.expiresMs === null ? null : formatTimestamp(token.expiresMs),
    lastUsedAt: token.lastUsedMs === null ? null : formatTimestamp(token.lastUsedMs),
  };
}

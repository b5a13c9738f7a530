import {
  boundedArray,
  AppFailure,
  invalidField,
  type MaskFields,
  resolveFieldMask,
  unwrap,
} from "@tidemark/core";
import type { UserChanges } from "@tidemark/core/user";
import { z } from "zod";
import { isOlderUserPatch } from "../../http/forms/older-user-patch.ts";
import { identityOf } from "../../http/guards/authentication.ts";
import type { RestRoutes } from "../shared/rest-route.ts";
import {
  listedUserJson,
  listedUserToJson,
  olderUserJson,
  userJson,
  userToJsonFor,
  userToOlderJson,
} from "./json.ts";
import {
  booleanQuery,
  enumInput,
  pageSizeQuery,
  pageTokenQuery,
  roleInput,
  stateNumbers,
} from "../shared/wire-values.ts";

const params = z.object({ user: z.string() });

const words = {
  displayName: z.string().nullish(),
  email: z.string().nullish(),
  avatarUrl: z.string().nullish(),
  description: z.string().nullish(),
};
const password = z.string().max(8192);

const newUser = z.object({
  ...words,
  username: z.string().max(256),
  password,
  role: roleInput.nullish(),
});

const userPatch = z.looseObject({
  ...words,
  password: password.nullish(),
  role: roleInput.nullish(),
  state: enumInput(["STATE_UNSPECIFIED", "NORMAL", "ARCHIVED"], stateNumbers).nullish(),
  currentPassword: password.nullish(),
  /** The older form's name of `displayName`. */
  nickname: z.string().nullish(),
});
type UserPatch = z.infer<typeof userPatch>;

/** Numbers of things that the purge of an account removed. */
const purgedJson = z
  .object({
    memos: z.int(),
    comments: z.int(),
    commentsByOthers: z.int(),
    attachments: z.int(),
    memosWithReactions: z.int(),
    shareLinks: z.int(),
    webhooks: z.int(),
    accessTokens: z.int(),
  })
  .meta({ id: "PurgedThings" });

const maskFields: MaskFields<keyof UserChanges> = {
  writable: ["displayName", "email", "avatarUrl", "description", "password", "role", "state"],
  outputOnly: ["name", "username", "createTime", "updateTime"],
};

/** User routes of the current form. */
export const userRoutes: RestRoutes = async (app, { services }) => {
  const { users } = services;

  app.get(
    "/users",
    {
      schema: {
        tags: ["users"],
        summary: "List accounts, for administrators",
        querystring: z.object({
          pageSize: pageSizeQuery,
          pageToken: pageTokenQuery,
          filter: z.string().max(1024).default(""),
        }),
        description:
          "`lastSeenTime` is absent if unknown. `storageBytes` is the size of the account's attachments.",
        response: { 200: z.object({ users: z.array(listedUserJson), nextPageToken: z.string() }) },
      },
    },
    async (request) => {
      const page = unwrap(await users.list(identityOf(request).caller, request.query));
      return {
        users: page.items.map(listedUserToJson),
        nextPageToken: page.nextPageToken,
      };
    },
  );

  app.post(
    "/users",
    {
      schema: {
        tags: ["users"],
        summary: "Create an account, for administrators; with validateOnly only check it",
        querystring: z.object({ validateOnly: booleanQuery.optional() }),
        body: newUser,
        response: { 200: userJson },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const { validateOnly = false } = request.query;
      const user = { ...withoutNulls(request.body), validateOnly };
      return userToJsonFor(caller, unwrap(await users.create(caller, user)));
    },
  );

  app.post(
    "/users::batchGet",
    {
      schema: {
        tags: ["users"],
        summary: "Get up to 100 accounts by name; missing ones are omitted",
        body: z.object({ usernames: boundedArray(z.string().max(64), 100).max(100) }),
        response: { 200: z.object({ users: z.array(userJson) }) },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const names = request.body.usernames.map((name) => name.replace(/^users\//, ""));
      const found = await users.getMany(names);
      return { users: found.map((user) => userToJsonFor(caller, user)) };
    },
  );

  app.get(
    "/users/:user",
    {
      schema: { tags: ["users"], summary: "Get an account", params, response: { 200: userJson } },
    },
    async (request) => {
      const { caller } = identityOf(request);
      return userToJsonFor(caller, unwrap(await users.get(request.params.user)));
    },
  );

  app.patch(
    "/users/:user",
    {
      schema: {
        tags: ["users"],
        summary: "Update an account; changing your own password requires `currentPassword`",
        description:
          "Without a mask and with nothing but `nickname`, `email` and `avatarUrl` it is of the older form, and so is the response.",
        params,
        querystring: z.object({ updateMask: z.string().optional() }),
        body: userPatch,
        response: { 200: z.union([userJson, olderUserJson]) },
      },
      preValidation: async (request) => {
        if (isOlderUserPatch(request.query, request.body)) request.form = "older";
      },
    },
    async (request) => {
      const { caller, credential } = identityOf(request);
      const { currentPassword, nickname, ...rest } = request.body;
      const isOlder = request.form === "older";
      const body = isOlder && nickname !== undefined ? { ...rest, displayName: nickname } : rest;
      if (!isOlder && nickname !== undefined) {
        throw new AppFailure(invalidField("nickname", "is not a field"));
      }
      const changes = userChanges(body, request.query.updateMask);
      const editor = { caller, credentialId: credential.id };
      const { user } = request.params;
      const updated = unwrap(await users.update(editor, user, changes, currentPassword ?? null));
      return isOlder ? userToOlderJson(updated) : userToJsonFor(caller, updated);
    },
  );

  app.delete(
    "/users/:user",
    {
      schema: {
        tags: ["users"],
        summary:
          "Close an account; its memos go to the trash, or with `purge` are removed for good",
        description:
          "With `purge` the answer says what was removed. If it stops halfway, repeat it, or restart the server. Administrators can purge closed accounts too.",
        params,
        querystring: z.object({ purge: booleanQuery.optional() }),
        response: { 200: z.object({ purged: purgedJson.optional() }) },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const { user } = request.params;
      if (request.query.purge === true) return { purged: unwrap(await users.purge(caller, user)) };
      unwrap(await users.remove(caller, user));
      return {};
    },
  );
};

/** Returns the changes of a body and a mask. A string that is in the mask but not in the body becomes "". */
function userChanges(body: UserPatch, mask: string | undefined): UserChanges {
  const paths = unwrap(resolveFieldMask(maskFields, mask, body));
  const changes: Record<string, unknown> = {};
  for (const path of paths) {
    const value = body[path] ?? null;
    if (value !== null) changes[path] = value;
    else if (Object.hasOwn(words, path)) changes[path] = "";
    else if ((mask ?? "").trim() !== "") {
      throw new AppFailure(invalidField(path, "is in the mask but has no value"));
    }
  }
  return changes;
}

type WithoutNulls<T> = { [K in keyof T]: Exclude<T[K], null> };

function withoutNulls(body: z.infer<typeof newUser>) {
  const entries = Object.entries(body).filter(([, value]) => (value ?? null) !== null);
  return Object.fromEntries(entries) as WithoutUndefined<WithoutNulls<z.infer<typeof newUser>>>;
}

/** T without undefined values; the filter above removes such keys. */
type WithoutUndefined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

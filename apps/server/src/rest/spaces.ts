import {
  AppFailure,
  invalidField,
  type MaskFields,
  resolveFieldMask,
  unwrap,
} from "@tidemark/core";
import type { SpaceChanges } from "@tidemark/core/space";
import { z } from "zod";
import { identityOf } from "../http/guards/authentication.ts";
import type { RestRoutes } from "./shared/rest-route.ts";
import { nothing, pageSizeQuery, pageTokenQuery } from "./shared/wire-values.ts";
import {
  spaceJson,
  spaceMemberJson,
  spaceMemberToJson,
  spaceRoleInput,
  spaceRoleJson,
  spaceToJson,
  usernameIn,
} from "./space-values.ts";

/** Member in the older list, which has no resource name of the membership. */
const plainMemberJson = z.object({ user: z.string(), role: spaceRoleJson });

const params = z.object({ space: z.string() });
const page = z.object({ pageSize: pageSizeQuery, pageToken: pageTokenQuery });
const fields = { title: z.string().nullish(), description: z.string().nullish() };

const maskFields: MaskFields<keyof SpaceChanges> = {
  writable: ["title", "description"],
  outputOnly: ["name", "createTime", "currentUserRole", "memberCount"],
};

const memberMask = { writable: ["role"], outputOnly: ["name", "user"] } as const;
const memberParams = params.extend({ user: z.string() });

/** Routes for spaces and their members. */
export const spaceRoutes: RestRoutes = async (app, { services }) => {
  const { spaces } = services;

  app.get(
    "/spaces",
    {
      schema: {
        tags: ["spaces"],
        summary: "List the caller's spaces; administrators see all",
        querystring: page,
        response: { 200: z.object({ spaces: z.array(spaceJson), nextPageToken: z.string() }) },
      },
    },
    async (request) => {
      const listed = unwrap(await spaces.list(identityOf(request).caller, request.query));
      return { spaces: listed.items.map(spaceToJson), nextPageToken: listed.nextPageToken };
    },
  );

  app.post(
    "/spaces",
    {
      schema: {
        tags: ["spaces"],
        description: "For administrators, or everybody where GENERAL.spaceCreation says so.",
        summary: "Create a space and become its administrator",
        querystring: z.object({ spaceId: z.string().optional() }),
        body: z.object({ ...fields, title: z.string(), spaceId: z.string().nullish() }),
        response: { 200: spaceJson },
      },
    },
    async (request) => {
      const { title, description, spaceId } = request.body;
      const id = request.query.spaceId || spaceId;
      const space = { title, description: description ?? "", ...(id && { id }) };
      return spaceToJson(unwrap(await spaces.create(identityOf(request).caller, space)));
    },
  );

  app.get(
    "/spaces/:space",
    { schema: { tags: ["spaces"], summary: "Get a space", params, response: { 200: spaceJson } } },
    async (request) =>
      spaceToJson(unwrap(await spaces.get(identityOf(request).caller, request.params.space))),
  );

  app.patch(
    "/spaces/:space",
    {
      schema: {
        tags: ["spaces"],
        summary: "Update a space",
        params,
        querystring: z.object({ updateMask: z.string().optional() }),
        body: z.looseObject(fields),
        response: { 200: spaceJson },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const { body } = request;
      const paths = unwrap(resolveFieldMask(maskFields, request.query.updateMask, body));
      const changes = Object.fromEntries(paths.map((path) => [path, body[path] ?? ""]));
      return spaceToJson(unwrap(await spaces.update(caller, request.params.space, changes)));
    },
  );

  app.delete(
    "/spaces/:space",
    {
      schema: {
        tags: ["spaces"],
        summary: "Delete a space; its memos stay with their creators",
        params,
        response: { 200: nothing },
      },
    },
    async (request) => {
      unwrap(await spaces.remove(identityOf(request).caller, request.params.space));
      return {};
    },
  );

  app.get(
    "/spaces/:space/members",
    {
      schema: {
        tags: ["spaces"],
        summary: "List the members of a space",
        params,
        querystring: page,
        response: {
          200: z.object({
            members: z.array(plainMemberJson),
            spaceMembers: z.array(spaceMemberJson),
            nextPageToken: z.string(),
          }),
        },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const listed = unwrap(await spaces.listMembers(caller, request.params.space, request.query));
      const { items, nextPageToken } = listed;
      return {
        members: items.map(({ user, role }) => ({ user, role })),
        spaceMembers: items.map(spaceMemberToJson),
        nextPageToken,
      };
    },
  );

  app.post(
    "/spaces/:space/members",
    {
      schema: {
        tags: ["spaces"],
        summary: "Add a member (USER by default), or change a member's role",
        params,
        body: z.object({
          user: z.string().max(64),
          role: spaceRoleInput.nullish(),
        }),
        response: { 200: spaceMemberJson },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const { user, role } = request.body;
      const member = { user: usernameIn(user), role: role ?? null };
      const saved = await spaces.saveMember(caller, request.params.space, member);
      return spaceMemberToJson(unwrap(saved));
    },
  );

  app.get(
    "/spaces/:space/members/:user",
    {
      schema: {
        tags: ["spaces"],
        summary: "Get a member of a space",
        params: memberParams,
        response: { 200: spaceMemberJson },
      },
    },
    async (request) => {
      const { space, user } = request.params;
      const found = await spaces.getMember(identityOf(request).caller, space, user);
      return spaceMemberToJson(unwrap(found));
    },
  );

  app.patch(
    "/spaces/:space/members/:user",
    {
      schema: {
        tags: ["spaces"],
        summary: "Change the role of a member",
        params: memberParams,
        querystring: z.object({ updateMask: z.string().optional() }),
        body: z.looseObject({ role: spaceRoleInput.nullish() }),
        response: { 200: spaceMemberJson },
      },
    },
    async (request) => {
      const { space, user } = request.params;
      const { body, query } = request;
      unwrap(resolveFieldMask(memberMask, query.updateMask, body));
      const { role } = body;
      if (!role) throw new AppFailure(invalidField("role", "must be ADMIN or USER"));
      const updated = await spaces.updateMember(identityOf(request).caller, space, user, role);
      return spaceMemberToJson(unwrap(updated));
    },
  );

  app.delete(
    "/spaces/:space/members/:user",
    {
      schema: {
        tags: ["spaces"],
        summary: "Remove a member, or leave",
        params: memberParams,
        response: { 200: nothing },
      },
    },
    async (request) => {
      const { space, user } = request.params;
      unwrap(await spaces.removeMember(identityOf(request).caller, space, user));
      return {};
    },
  );
};

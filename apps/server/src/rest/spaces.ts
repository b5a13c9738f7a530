import { type MaskFields, resolveFieldMask, spaceName, unwrap } from "@tidemark/core";
import type { SpaceChanges } from "@tidemark/core/space";
import type { SpaceMember, SpaceRecord } from "@tidemark/core";
import { z } from "zod";
import { identityOf } from "../http/guards/authentication.ts";
import type { RestRoutes } from "./shared/rest-route.ts";
import {
  formatTimestamp,
  nothing,
  pageSizeQuery,
  pageTokenQuery,
  roleInput,
  timestampOutput,
} from "./shared/wire-values.ts";

const spaceJson = z
  .object({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    createTime: timestampOutput,
  })
  .meta({ id: "Space" });

const role = z.enum(["ADMIN", "USER"]);
const memberJson = z.object({ user: z.string(), role }).meta({ id: "SpaceMember" });

const params = z.object({ space: z.string() });
const page = z.object({ pageSize: pageSizeQuery, pageToken: pageTokenQuery });
const fields = { title: z.string().nullish(), description: z.string().nullish() };

const maskFields: MaskFields<keyof SpaceChanges> = {
  writable: ["title", "description"],
  outputOnly: ["name", "createTime"],
};

/** Spaces and who is in them. */
export const spaceRoutes: RestRoutes = async (app, { services }) => {
  const { spaces } = services;

  app.get(
    "/spaces",
    {
      schema: {
        tags: ["spaces"],
        summary: "List the spaces that one is a member of; administrators see all",
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
        summary: "Create a space, for administrators",
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
        response: { 200: z.object({ members: z.array(memberJson), nextPageToken: z.string() }) },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const listed = unwrap(await spaces.listMembers(caller, request.params.space, request.query));
      return { members: listed.items.map(memberToJson), nextPageToken: listed.nextPageToken };
    },
  );

  app.post(
    "/spaces/:space/members",
    {
      schema: {
        tags: ["spaces"],
        summary: "Add a member, or change the role of one",
        params,
        body: z.object({
          user: z.string().max(64),
          role: roleInput.nullish(),
        }),
        response: { 200: memberJson },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const { user, role: wanted } = request.body;
      const member = { user: user.replace(/^users\//, ""), role: wanted ?? "USER" };
      return memberToJson(unwrap(await spaces.saveMember(caller, request.params.space, member)));
    },
  );

  app.delete(
    "/spaces/:space/members/:user",
    {
      schema: {
        tags: ["spaces"],
        summary: "Remove a member, or leave",
        params: params.extend({ user: z.string() }),
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

function spaceToJson(space: SpaceRecord): z.infer<typeof spaceJson> {
  return {
    name: spaceName(space.id),
    title: space.title,
    description: space.description,
    createTime: formatTimestamp(space.createdMs),
  };
}

function memberToJson({ user, role: memberRole }: SpaceMember): z.infer<typeof memberJson> {
  return { user, role: memberRole };
}

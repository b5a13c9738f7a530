import { spaceName, unwrap } from "@tidemark/core";
import type { ShownInvitation } from "@tidemark/core/space";
import { z } from "zod";
import { identityOf } from "../http/guards/authentication.ts";
import type { RestRoutes } from "./shared/rest-route.ts";
import {
  formatTimestamp,
  nothing,
  pageSizeQuery,
  pageTokenQuery,
  timestampOutput,
} from "./shared/wire-values.ts";
import {
  spaceJson,
  spaceMemberJson,
  spaceMemberToJson,
  spaceRoleInput,
  spaceRoleJson,
  spaceToJson,
  usernameIn,
} from "./space-values.ts";

const invitationJson = z
  .object({
    name: z.string(),
    invitee: z.string(),
    role: spaceRoleJson,
    space: spaceJson,
    createTime: timestampOutput,
    expireTime: timestampOutput,
  })
  .meta({ id: "SpaceInvitation" });

const listJson = z.object({
  spaceInvitations: z.array(invitationJson),
  nextPageToken: z.string(),
});

const spaceParams = z.object({ space: z.string() });
const params = spaceParams.extend({ invitation: z.string() });
const page = z.object({ pageSize: pageSizeQuery, pageToken: pageTokenQuery });

/** Routes for invitations to spaces. An invitation's id is the invited user's name. */
export const spaceInvitationRoutes: RestRoutes = async (app, { services }) => {
  const { spaceInvitations } = services;

  app.get(
    "/spaces/:space/invitations",
    {
      schema: {
        tags: ["spaces"],
        summary: "List the open invitations to a space, for its administrators",
        params: spaceParams,
        querystring: page,
        response: { 200: listJson },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const listed = await spaceInvitations.list(caller, request.params.space, request.query);
      const { items, nextPageToken } = unwrap(listed);
      return { spaceInvitations: items.map(invitationToJson), nextPageToken };
    },
  );

  app.post(
    "/spaces/:space/invitations",
    {
      schema: {
        tags: ["spaces"],
        summary: "Invite a user to a space; without a role as USER",
        params: spaceParams,
        body: z.object({ invitee: z.string().max(64), role: spaceRoleInput.nullish() }),
        response: { 200: invitationJson },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const { invitee, role } = request.body;
      const invited = { user: usernameIn(invitee), role: role ?? "USER" };
      const made = await spaceInvitations.create(caller, request.params.space, invited);
      return invitationToJson(unwrap(made));
    },
  );

  app.get(
    "/spaces/:space/invitations/:invitation",
    {
      schema: {
        tags: ["spaces"],
        summary: "Get an invitation, for the invited user and the space's administrators",
        params,
        response: { 200: invitationJson },
      },
    },
    async (request) => {
      const { space, invitation } = request.params;
      const found = await spaceInvitations.get(identityOf(request).caller, space, invitation);
      return invitationToJson(unwrap(found));
    },
  );

  app.delete(
    "/spaces/:space/invitations/:invitation",
    {
      schema: {
        tags: ["spaces"],
        summary: "Withdraw an invitation",
        params,
        response: { 200: nothing },
      },
    },
    async (request) => {
      const { space, invitation } = request.params;
      unwrap(await spaceInvitations.remove(identityOf(request).caller, space, invitation));
      return {};
    },
  );

  app.post(
    "/spaces/:space/invitations/:invitation([A-Za-z0-9-]+)::accept",
    {
      schema: {
        tags: ["spaces"],
        summary: "Accept your invitation and become a member",
        params,
        response: { 200: spaceMemberJson },
      },
    },
    async (request) => {
      const { space, invitation } = request.params;
      const joined = await spaceInvitations.accept(identityOf(request).caller, space, invitation);
      return spaceMemberToJson(unwrap(joined));
    },
  );

  app.post(
    "/spaces/:space/invitations/:invitation([A-Za-z0-9-]+)::decline",
    {
      schema: {
        tags: ["spaces"],
        summary: "Decline your invitation",
        params,
        response: { 200: nothing },
      },
    },
    async (request) => {
      const { space, invitation } = request.params;
      unwrap(await spaceInvitations.decline(identityOf(request).caller, space, invitation));
      return {};
    },
  );

  app.get(
    "/users/:user/spaceInvitations",
    {
      schema: {
        tags: ["spaces"],
        summary: "List your open invitations",
        params: z.object({ user: z.string() }),
        querystring: page,
        response: { 200: listJson },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const listed = await spaceInvitations.listTo(caller, request.params.user, request.query);
      const { items, nextPageToken } = unwrap(listed);
      return { spaceInvitations: items.map(invitationToJson), nextPageToken };
    },
  );
};

function invitationToJson(invitation: ShownInvitation): z.infer<typeof invitationJson> {
  const { space, user, role, to, createdMs, expiresMs } = invitation;
  return {
    name: `${spaceName(space)}/invitations/${usernameIn(user)}`,
    invitee: user,
    role,
    space: spaceToJson(to),
    createTime: formatTimestamp(createdMs),
    expireTime: formatTimestamp(expiresMs),
  };
}

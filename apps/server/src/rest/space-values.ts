import type { SpaceMember, SpaceRecord } from "@tidemark/core";
import { spaceName } from "@tidemark/core";
import type { ShownSpace } from "@tidemark/core/space";
import { z } from "zod";
import { enumInput, formatTimestamp, timestampOutput } from "./shared/wire-values.ts";

export const spaceJson = z
  .object({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    createTime: timestampOutput,
    currentUserRole: z.enum(["ROLE_UNSPECIFIED", "ADMIN", "USER"]),
    memberCount: z.int(),
  })
  .meta({ id: "Space" });

export const spaceRoleJson = z.enum(["ADMIN", "USER"]);

/** By memos' own numbers, which differ from those of an account's roles. */
export const spaceRoleInput = enumInput(["ROLE_UNSPECIFIED", "ADMIN", "USER"]);

export const spaceMemberJson = z
  .object({ name: z.string(), user: z.string(), role: spaceRoleJson })
  .meta({ id: "SpaceMember" });

/** A space as it is shown; to an invited user without what only its readers may know. */
export function spaceToJson(
  space: SpaceRecord & Partial<Pick<ShownSpace, "currentUserRole" | "memberCount">>,
): z.infer<typeof spaceJson> {
  return {
    name: spaceName(space.id),
    title: space.title,
    description: space.description,
    createTime: formatTimestamp(space.createdMs),
    currentUserRole: space.currentUserRole ?? "ROLE_UNSPECIFIED",
    memberCount: space.memberCount ?? 0,
  };
}

export function spaceMemberToJson(member: SpaceMember): z.infer<typeof spaceMemberJson> {
  const { space, user, role } = member;
  return { name: `${spaceName(space)}/members/${usernameIn(user)}`, user, role };
}

/** The reference to a user in a resource name or by itself. */
export function usernameIn(name: string): string {
  return name.replace(/^users\//, "");
}

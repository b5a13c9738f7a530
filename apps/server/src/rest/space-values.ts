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

/** Role in a space, with memos' numbers, which differ from those of account roles. */
export const spaceRoleInput = enumInput(["ROLE_UNSPECIFIED", "ADMIN", "USER"]);

export const spaceMemberJson = z
  .object({ name: z.string(), user: z.string(), role: spaceRoleJson })
  .meta({ id: "SpaceMember" });

/** Converts a space. For an invited user, the record lacks the fields that only its readers may see. */
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

/** Returns the user part of a resource name `users/<user>`, or the name unchanged without the prefix. */
export function usernameIn(name: string): string {
  return name.replace(/^users\//, "");
}

import { userName } from "@tidemark/core";
import type { UserRecord } from "@tidemark/core/model";
import { isAdministrator } from "@tidemark/core/model";
import type { Caller } from "@tidemark/core/model";
import type { ListedUser } from "@tidemark/core/user";
import { z } from "zod";
import { formatTimestamp, timestampOutput } from "../shared/wire-values.ts";

export const userJson = z
  .object({
    name: z.string(),
    role: z.enum(["ADMIN", "USER"]),
    username: z.string(),
    email: z.string(),
    displayName: z.string(),
    avatarUrl: z.string(),
    description: z.string(),
    state: z.enum(["NORMAL", "ARCHIVED"]),
    createTime: timestampOutput,
    updateTime: timestampOutput,
  })
  .meta({ id: "User" });

/** Converts a user including the email address, which only they and administrators may see. */
export function userToJson(user: UserRecord): z.infer<typeof userJson> {
  return {
    name: userName(user.username),
    role: user.role,
    username: user.username,
    email: user.email,
    displayName: user.displayName,
    avatarUrl: user.avatarUrl,
    description: user.description,
    state: user.state,
    createTime: formatTimestamp(user.createdMs),
    updateTime: formatTimestamp(user.updatedMs),
  };
}

/** Converts a user for the caller; only administrators and the user get the email address. */
export function userToJsonFor(caller: Caller, user: UserRecord): z.infer<typeof userJson> {
  const isShown = userName(user.username) === caller.name || isAdministrator(caller);
  return userToJson(isShown ? user : { ...user, email: "" });
}

export const listedUserJson = userJson
  .extend({
    lastSeenTime: timestampOutput.optional(),
    sessionCount: z.int(),
    storageBytes: z.string(),
  })
  .meta({ id: "ListedUser" });

/** Converts an account and its use, which only administrators see. */
export function listedUserToJson(user: ListedUser): z.infer<typeof listedUserJson> {
  return {
    ...userToJson(user),
    ...(user.lastSeenMs !== null && { lastSeenTime: formatTimestamp(user.lastSeenMs) }),
    sessionCount: user.sessions,
    storageBytes: String(user.storageBytes),
  };
}

export const olderUserJson = z
  .object({
    id: z.int(),
    name: z.string(),
    username: z.string(),
    role: z.enum(["HOST", "ADMIN", "USER"]),
    email: z.string(),
    nickname: z.string(),
    avatarUrl: z.string(),
    createTime: timestampOutput,
    updateTime: timestampOutput,
  })
  .meta({ id: "OlderUser" });

export function userToOlderJson(user: UserRecord): z.infer<typeof olderUserJson> {
  return {
    id: user.number,
    name: `users/${user.number}`,
    username: user.username,
    role: user.isHost ? "HOST" : user.role,
    email: user.email,
    nickname: user.displayName,
    avatarUrl: user.avatarUrl,
    createTime: formatTimestamp(user.createdMs),
    updateTime: formatTimestamp(user.updatedMs),
  };
}

/** Response of `POST /auth/status`: the current form plus the older form's extra fields. */
export const userInBothForms = userJson
  .extend({ id: z.int(), nickname: z.string() })
  .meta({ id: "UserInBothForms" });

export function userToBothForms(user: UserRecord): z.infer<typeof userInBothForms> {
  return { ...userToJson(user), id: user.number, nickname: user.displayName };
}

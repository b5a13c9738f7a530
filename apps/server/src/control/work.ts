import { tokenScopes } from "@tidemark/core/model";
import { z } from "zod";

const username = z.string();
const password = z.string();

const userWorkSchema = z.discriminatedUnion("action", [
  z.object({ action: z.literal("list") }),
  z.object({ action: z.enum(["create", "invite"]), username, password, isAdmin: z.boolean() }),
  z.object({ action: z.literal("reset-password"), username, password }),
  z.object({
    action: z.enum(["enable", "disable", "sign-out", "link", "delete", "purge"]),
    username,
  }),
]);

/** Action of the command `user` on the accounts of an instance. */
export type UserWork = z.infer<typeof userWorkSchema>;

const tokenWorkSchema = z.object({
  action: z.literal("create"),
  username: z.string(),
  title: z.string(),
  scope: z.enum(tokenScopes),
  /** Null for a token that doesn't expire. */
  days: z.int().min(1).max(36_500).nullable(),
});

/** Action of the command `token` on the access tokens of an instance. */
export type TokenWork = z.infer<typeof tokenWorkSchema>;

const key = z.string();

const settingWorkSchema = z.discriminatedUnion("action", [
  z.object({ action: z.literal("get"), key: key.nullable(), field: z.string().nullable() }),
  z.object({ action: z.literal("set"), key, field: z.string(), value: z.unknown() }),
]);

/** Action of the command `setting` on the settings of an instance. */
export type SettingWork = z.infer<typeof settingWorkSchema>;

/** A request on the control socket. */
export const requestSchema = z.discriminatedUnion("command", [
  z.object({ command: z.literal("export"), username }),
  z.object({ command: z.enum(["state", "doctor", "backup"]) }),
  z.object({ command: z.literal("user"), work: userWorkSchema }),
  z.object({ command: z.literal("token"), work: tokenWorkSchema }),
  z.object({ command: z.literal("setting"), work: settingWorkSchema }),
]);

/** Work of a command on an instance, by the same rules as an administrator over the API. */
export type Work = Extract<z.infer<typeof requestSchema>, { readonly work: unknown }>;

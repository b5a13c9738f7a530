import { type AppError, ok, type Result } from "@tidemark/core";
import { tokenScopes } from "@tidemark/core/model";
import type { AuthService } from "@tidemark/core/auth";
import { z } from "zod";
import { operator } from "./operator.ts";
import { named } from "./user-work.ts";

export const tokenWorkSchema = z.object({
  action: z.literal("create"),
  username: z.string(),
  title: z.string(),
  scope: z.enum(tokenScopes),
  /** Null for a token that doesn't expire. */
  days: z.int().min(1).max(36_500).nullable(),
});

/** Action of the command `token` on the access tokens of an instance. */
export type TokenWork = z.infer<typeof tokenWorkSchema>;

const dayMs = 24 * 60 * 60 * 1000;

/** Creates an access token of an account. Returns the lines to print: the token alone, for scripts. */
export async function doTokenWork(
  { accessTokens }: Pick<AuthService, "accessTokens">,
  { username, title, scope, days }: TokenWork,
  nowMs: number,
): Promise<Result<readonly string[], AppError>> {
  const expiresMs = days === null ? null : nowMs + days * dayMs;
  const wanted = { name: title, description: "", expiresMs, scope };
  const made = named(username, await accessTokens.createFor(operator, username, wanted));
  return made.ok ? ok([made.value.value]) : made;
}

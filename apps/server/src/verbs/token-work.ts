import { type AppError, ok, type Result } from "@tidemark/core";
import type { AuthService } from "@tidemark/core/auth";
import type { TokenWork } from "../control/work.ts";
import { operator } from "./operator.ts";
import { named } from "./user-work.ts";

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

import { type AppError, notFound } from "../error/errors.ts";
import type { Caller } from "../model/caller.ts";
import { isOlderId, userName } from "../names/names.ts";
import type { UserRecord } from "../model/account.ts";
import type { UserStore } from "../stores/account-stores.ts";
import { err, ok, type Result } from "../error/result.ts";

export type UserFinder = Pick<UserStore, "findByUsername" | "findByNumber">;

/** The account that a path or name means: a username without regard to case, or an older-form id. */
export async function findUser(users: UserFinder, reference: string): Promise<UserRecord | null> {
  if (!isOlderId(reference)) return users.findByUsername(reference);
  return reference.length > 15 ? null : users.findByNumber(Number(reference));
}

/** The caller's own account; what anybody else keeps for themselves is NOT_FOUND. */
export async function findOwnAccount(
  users: UserFinder,
  caller: Caller,
  reference: string,
): Promise<Result<UserRecord, AppError>> {
  const user = await findUser(users, reference);
  const isOwn = user !== null && userName(user.username) === caller.name;
  return isOwn ? ok(user) : err(notFound());
}

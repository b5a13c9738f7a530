import { type AppError, notFound } from "../error/errors.ts";
import type { Caller } from "../model/caller.ts";
import { isOlderId, userName } from "../names/names.ts";
import type { UserRecord } from "../model/account.ts";
import type { UserStore } from "../stores/account-stores.ts";
import { err, ok, type Result } from "../error/result.ts";

export type UserFinder = Pick<UserStore, "findByUsername" | "findByNumber">;

/** Returns the account for a username, ignoring case, or an id of the legacy API. */
export async function findUser(users: UserFinder, reference: string): Promise<UserRecord | null> {
  if (!isOlderId(reference)) return users.findByUsername(reference);
  return reference.length > 15 ? null : users.findByNumber(Number(reference));
}

/** Returns the caller's own account. Private data of other accounts is NOT_FOUND. */
export async function findOwnAccount(
  users: UserFinder,
  caller: Caller,
  reference: string,
): Promise<Result<UserRecord, AppError>> {
  const user = await findUser(users, reference);
  const isOwn = user !== null && userName(user.username) === caller.name;
  return isOwn ? ok(user) : err(notFound());
}

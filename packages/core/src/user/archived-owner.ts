import type { UserStore } from "../stores/account-stores.ts";
import { type UserReference, usernameOf } from "../names/names.ts";

/** Stored as the last error of a delivery that wasn't made. */
export const ownerArchived = "the account was archived";

/**
 * Returns true if a webhook's owner (resource name) is an archived account. A closed account has no webhooks.
 */
export async function isArchived(
  users: Pick<UserStore, "findByUsername">,
  owner: UserReference,
): Promise<boolean> {
  const user = await users.findByUsername(usernameOf(owner));
  return user !== null && user.state !== "NORMAL";
}

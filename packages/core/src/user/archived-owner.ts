import type { UserStore } from "../stores/account-stores.ts";
import { type UserReference, usernameOf } from "../names/names.ts";

/** Recorded as the last error of a delivery that was not made. */
export const ownerArchived = "the account was archived";

/**
 * Whether a webhook's owner (resource name) is an account that is not in use. A closed one has no
 * webhooks.
 */
export async function isArchived(
  users: Pick<UserStore, "findByUsername">,
  owner: UserReference,
): Promise<boolean> {
  const user = await users.findByUsername(usernameOf(owner));
  return user !== null && user.state !== "NORMAL";
}

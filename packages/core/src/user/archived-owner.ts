import type { UserStore } from "../stores/account-stores.ts";

/** Recorded as the last error of a delivery that was not made. */
export const ownerArchived = "the account was archived";

/**
 * Whether a webhook's owner (resource name) is an account that is not in use. A closed one has no
 * webhooks.
 */
export async function isArchived(
  users: Pick<UserStore, "findByUsername">,
  owner: string,
): Promise<boolean> {
  const user = await users.findByUsername(owner.slice("users/".length));
  return user !== null && user.state !== "NORMAL";
}

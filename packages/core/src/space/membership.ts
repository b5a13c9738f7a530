import { appError, type AppError } from "../error/errors.ts";
import { err, ok, type Result } from "../error/result.ts";
import { refeedMember } from "../feed/refeed-member.ts";
import type { ServerWriteStores } from "../stores/server-database.ts";
import type { SpaceMember, SpaceRole } from "../stores/space-store.ts";
import { usernameOf } from "../names/names.ts";

/**
 * Adds a member or changes a member's role. Removes the user's invitation to the space. FAILED_PRECONDITION
 * if the space would lose its last administrator.
 */
export async function saveMembership(
  stores: ServerWriteStores,
  member: SpaceMember,
): Promise<Result<SpaceMember, AppError>> {
  const { spaces } = stores;
  const before = await spaces.findMember(member.space, member.user);
  const stays = await keepsAdministrator(stores, before, member.role);
  if (!stays.ok) return stays;
  await spaces.saveMember(member);
  await stores.spaceInvitations.remove(member.space, member.user);
  stores.afterCommit({ kind: "credentials-changed", ended: [] });
  if (before === null) await refeedMember(stores, member.space, member.user, "up");
  return ok(member);
}

/** Removes a member. FAILED_PRECONDITION if the space would lose its last administrator. */
export async function removeMembership(
  stores: ServerWriteStores,
  member: SpaceMember,
): Promise<Result<null, AppError>> {
  const stays = await keepsAdministrator(stores, member, null);
  if (!stays.ok) return stays;
  await stores.spaces.removeMember(member.space, member.user);
  stores.afterCommit({ kind: "credentials-changed", ended: [] });
  await refeedMember(stores, member.space, member.user, "evict");
  return ok(null);
}

/** Returns FAILED_PRECONDITION for a change that leaves the space without an active administrator. */
async function keepsAdministrator(
  { spaces, users }: Pick<ServerWriteStores, "spaces" | "users">,
  before: SpaceMember | null,
  role: SpaceRole | null,
): Promise<Result<null, AppError>> {
  if (before?.role !== "ADMIN" || role === "ADMIN") return ok(null);
  for (const other of await spaces.members(before.space)) {
    if (other.role !== "ADMIN" || other.user === before.user) continue;
    const account = await users.findByUsername(usernameOf(other.user));
    if (account?.state === "NORMAL") return ok(null);
  }
  return err(appError("FAILED_PRECONDITION", "the last administrator of a space can't be removed"));
}

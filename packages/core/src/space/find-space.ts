import { appError, type AppError, notFound } from "../error/errors.ts";
import { err, ok, type Result } from "../error/result.ts";
import { type Caller, isAdministrator } from "../model/caller.ts";
import { spaceName } from "../names/names.ts";
import type { SpaceReader, SpaceRecord } from "../stores/space-store.ts";

/** Finds a space that the caller may see: its members and the instance's administrators. */
export async function findSpace(
  spaces: Pick<SpaceReader, "find">,
  caller: Caller,
  id: string,
): Promise<Result<SpaceRecord, AppError>> {
  const space = await spaces.find(id);
  const isMember = caller.spaces.includes(spaceName(id));
  return space === null || !(isMember || isAdministrator(caller)) ? err(notFound()) : ok(space);
}

/** Finds a space that the caller may change: administrators of the space and of the instance. */
export async function findManaged(
  spaces: Pick<SpaceReader, "find" | "findMember">,
  caller: Caller,
  id: string,
): Promise<Result<SpaceRecord, AppError>> {
  const space = await findSpace(spaces, caller, id);
  if (!space.ok || isAdministrator(caller)) return space;
  const member = await spaces.findMember(id, caller.name);
  if (member?.role === "ADMIN") return space;
  return err(appError("PERMISSION_DENIED", "only administrators of the space may do this"));
}

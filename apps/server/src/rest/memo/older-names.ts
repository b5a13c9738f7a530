import type { Services } from "../../services/services.ts";
import { relationsWithIds } from "../relation/older-names.ts";
import type { MemoInput } from "./input.ts";

/**
 * Replaces the older form's integer ids in the body of a memo with ids: `memos/<integer>` in its relations,
 * `resources/<integer>` in its files. Access to the named memos and files is checked later.
 */
export async function withIds<T extends Partial<MemoInput>>(
  services: Services,
  input: T,
): Promise<T> {
  const named = { ...input };
  for (const key of ["attachments", "resources"] as const) {
    const files = input[key];
    if (files) named[key] = await services.attachments.idsOf(files);
  }
  if (input.relations) named.relations = await relationsWithIds(services, input.relations);
  return named;
}

import type { Services } from "../../services/services.ts";
import { relationsWithIds } from "../relation/older-names.ts";
import type { MemoInput } from "./input.ts";

/**
 * The body of a memo with ids in place of the older form's integer ids: `memos/<integer>` among its
 * relations, `resources/<integer>` among its files. Who may use what they name is asked later.
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

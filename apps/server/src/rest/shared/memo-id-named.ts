import { err, invalidField, ok, parseName, type AppError, type Result } from "@tidemark/core";
import type { Services } from "../../services/services.ts";

/** Returns the id of the memo that `memos/<id>` or `memos/<integer>` names; null for "". */
export async function memoIdNamed(
  { memos }: Pick<Services, "memos">,
  field: string,
  name: string,
): Promise<Result<string | null, AppError>> {
  if (name === "") return ok(null);
  const reference = parseName("memos", name);
  if (reference === null) return err(invalidField(field, "must be memos/<id>"));
  const [id = reference] = await memos.idsOf([reference]);
  return ok(id);
}

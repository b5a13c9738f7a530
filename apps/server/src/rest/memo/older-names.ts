import { err, invalidField, ok, parseName, type AppError, type Result } from "@tidemark/core";
import type { Services } from "../../services/services.ts";
import type { MemoInput } from "./input.ts";

/**
 * The body of a memo with ids in place of the older form's integer ids: `memos/<integer>` among its
 * relations, `resources/<integer>` among its files. Who may use what they name is asked later.
 */
export async function withIds<T extends Partial<MemoInput>>(
  { memos, attachments }: Services,
  input: T,
): Promise<T> {
  const { relations } = input;
  const named = { ...input };
  for (const key of ["attachments", "resources"] as const) {
    const files = input[key];
    if (files) named[key] = await attachments.idsOf(files);
  }
  if (!relations) return named;
  const own = relations.flatMap(({ memo }) => (memo === null ? [] : [memo]));
  const related = relations.map(({ relatedMemo }) => relatedMemo);
  const ids = await memos.idsOf([...related, ...own]);
  let next = related.length;
  named.relations = relations.map(({ memo }, index) => ({
    memo: memo === null ? null : (ids[next++] ?? memo),
    relatedMemo: ids[index] ?? "",
  }));
  return named;
}

/** The id of the memo that `memos/<id>` or `memos/<integer>` names; null for "". */
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

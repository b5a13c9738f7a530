import type { WantedRelation } from "@tidemark/core/memo";
import type { Services } from "../../services/services.ts";

/** Replaces the older form's `memos/<integer>` with ids. An unknown integer is left unchanged. */
export async function relationsWithIds(
  { memos }: Pick<Services, "memos">,
  relations: readonly WantedRelation[],
): Promise<WantedRelation[]> {
  const own = relations.flatMap(({ memo }) => (memo === null ? [] : [memo]));
  const related = relations.map(({ relatedMemo }) => relatedMemo);
  const ids = await memos.idsOf([...related, ...own]);
  let next = related.length;
  return relations.map(({ memo }, index) => ({
    memo: memo === null ? null : (ids[next++] ?? memo),
    relatedMemo: ids[index] ?? "",
  }));
}

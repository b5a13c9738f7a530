import { type AppError, ok, type Result } from "@tidemark/core";
import type { MemoService } from "@tidemark/core/memo";
import type { Caller, MemoRecord } from "@tidemark/core/model";
import type { LinkedMemo, MemoLinks } from "@tidemark/core/router";

/** Returns the memos that a memo refers to, and those that refer to it. */
export async function listLinks(
  memos: Pick<MemoService, "listRelations">,
  caller: Caller,
  id: string,
): Promise<Result<MemoLinks, AppError>> {
  const links = { to: new Array<LinkedMemo>(), from: new Array<LinkedMemo>() };
  // Comments are relations too, and are listed first.
  for (let pageToken = ""; ;) {
    const page = await memos.listRelations(caller, id, { pageSize: 1000, pageToken });
    if (!page.ok) return page;
    for (const { type, memo, relatedMemo } of page.value.items) {
      if (type !== "REFERENCE") continue;
      if (memo.id === id) links.to.push(relatedMemo);
      else links.from.push(memo);
    }
    pageToken = page.value.nextPageToken;
    if (pageToken === "") return ok(links);
  }
}

/** Adds or removes a memo's reference to another. Other links stay, including those added concurrently. */
export function setLink(
  memos: Pick<MemoService, "update">,
  caller: Caller,
  { id, to, isOn }: { readonly id: string; readonly to: string; readonly isOn: boolean },
): Promise<Result<MemoRecord, AppError>> {
  return memos.update(caller, id, async (current) => {
    const others = (await current.references()).filter((each) => each !== to);
    const wanted = isOn ? [...others, to] : others;
    return ok({ relations: wanted.map((relatedMemo) => ({ memo: null, relatedMemo })) });
  });
}

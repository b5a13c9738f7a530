import { type AppError, ok, type Result } from "@tidemark/core";
import { maxPerUser, type MemoService } from "@tidemark/core/memo";
import type { Reaction } from "@tidemark/core/model";
import type { Caller } from "@tidemark/core/model";

/** Adds or removes the caller's reaction of a type. Does nothing if that is already the state. */
export async function setReaction(
  memos: Pick<MemoService, "addReaction" | "listReactions" | "removeReaction">,
  caller: Caller,
  { id, type, isOn }: { readonly id: string; readonly type: string; readonly isOn: boolean },
): Promise<Result<Reaction | null, AppError>> {
  if (isOn) return memos.addReaction(caller, id, type);
  for (let pageToken = ""; ;) {
    const page = await memos.listReactions(caller, id, { pageSize: maxPerUser, pageToken });
    if (!page.ok) return page;
    const own = page.value.items.find(
      ({ creator, reactionType }) => creator === caller.name && reactionType === type,
    );
    if (own !== undefined) return memos.removeReaction(caller, id, own.id);
    pageToken = page.value.nextPageToken;
    if (pageToken === "") return ok(null);
  }
}

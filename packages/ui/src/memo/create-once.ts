import type { MemoView } from "@tidemark/core/router";
import { findAppError, type TidemarkClient } from "../data/client.tsx";

type CreateInput = Parameters<TidemarkClient["memos"]["create"]["mutate"]>[0];

/**
 * Creates a memo. If its id exists with the same text, an earlier answer was lost. The current visibility and
 * files are then applied to that memo, and no second one is created.
 */
export async function createOnce(client: TidemarkClient, memo: CreateInput): Promise<MemoView> {
  try {
    return await client.memos.create.mutate(memo);
  } catch (error) {
    if (memo.id === undefined || findAppError(error)?.code !== "ALREADY_EXISTS") throw error;
    const made = await findMemo(client, memo.id);
    // Its text differs, or it was deleted since: create a separate memo.
    if (made?.content !== memo.content) {
      return client.memos.create.mutate({ ...memo, id: undefined });
    }
    return stateAgain(client, made, memo);
  }
}

async function findMemo(client: TidemarkClient, id: string): Promise<MemoView | null> {
  try {
    return await client.memos.get.query({ id });
  } catch (error) {
    if (findAppError(error)?.code === "NOT_FOUND") return null;
    throw error;
  }
}

async function stateAgain(
  client: TidemarkClient,
  before: MemoView,
  { visibility, space, attachments = [] }: CreateInput,
): Promise<MemoView> {
  const { id } = before;
  let made = before;
  // Visibility first: previous readers must not see files added since.
  if ((visibility ?? made.visibility) !== made.visibility || (space ?? made.space) !== made.space) {
    made = await client.memos.update.mutate({ id, patch: { visibility, space } });
  }
  // Files of the memo no longer belong to a draft, so the page may not know them.
  const own = made.attachments.map((file) => file.id);
  const added = attachments.filter((file) => !own.includes(file));
  if (added.length === 0) return made;
  return client.attachments.set.mutate({ memo: id, ids: [...own, ...added] });
}

import type { MemoView } from "@tidemark/core/router";
import { findAppError, type TidemarkClient } from "../data/client.tsx";

type CreateInput = Parameters<TidemarkClient["memos"]["create"]["mutate"]>[0];

/**
 * With an id of its own a memo can be sent again, its text unchanged, after an answer was lost, and is
 * made once. Who may read it and its files may have been chosen anew since.
 */
export async function createOnce(client: TidemarkClient, memo: CreateInput): Promise<MemoView> {
  try {
    return await client.memos.create.mutate(memo);
  } catch (error) {
    if (memo.id === undefined || findAppError(error)?.code !== "ALREADY_EXISTS") throw error;
    const made = await findMemo(client, memo.id);
    // Of another text, or removed since: what stands here is kept as a memo of its own.
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
  // The readers first: no file that came since is shown to those who are to see it no more.
  if ((visibility ?? made.visibility) !== made.visibility || (space ?? made.space) !== made.space) {
    made = await client.memos.update.mutate({ id, patch: { visibility, space } });
  }
  // Those that it has are no draft's any more, so that a page may not know of them.
  const own = made.attachments.map((file) => file.id);
  const added = attachments.filter((file) => !own.includes(file));
  if (added.length === 0) return made;
  return client.attachments.set.mutate({ memo: id, ids: [...own, ...added] });
}

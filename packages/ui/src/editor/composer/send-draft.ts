import type { TidemarkClient } from "../../data/client.tsx";
import { newId } from "../../data/new-id.ts";

const page = newId();
let turns = 0;

/**
 * Stores a draft; "" deletes it. A request sent while the page closes may overtake earlier ones, so `turn`
 * orders them. With a `reading`, the host keeps the stored draft before the text, and returns it.
 */
export function sendDraft(
  client: TidemarkClient,
  key: string,
  content: string,
  reading?: string,
): Promise<string> {
  turns += 1;
  const turn = { page, number: turns };
  return client.drafts.set.mutate({
    key,
    content,
    turn,
    ...(reading !== undefined && { reading }),
  });
}

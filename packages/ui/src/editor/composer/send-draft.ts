import type { TidemarkClient } from "../../data/client.tsx";
import { newId } from "../../data/new-id.ts";

const page = newId();
let turns = 0;

/**
 * Stores a draft; "" deletes it. A request sent while the page closes may overtake earlier ones, so `turn`
 * orders them.
 */
export function sendDraft(client: TidemarkClient, key: string, content: string): Promise<void> {
  turns += 1;
  return client.drafts.set.mutate({ key, content, turn: { page, number: turns } });
}

import type { TidemarkClient } from "../../data/client.tsx";

const page = crypto.randomUUID();
let turns = 0;

/**
 * Stores a draft, or with "" none. What a page sends as it goes away may overtake what it sent before:
 * the turn says which was the last.
 */
export function sendDraft(client: TidemarkClient, key: string, content: string): Promise<void> {
  turns += 1;
  return client.drafts.set.mutate({ key, content, turn: { page, number: turns } });
}

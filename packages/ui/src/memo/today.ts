import type { MemoView } from "@tidemark/core/router";
import type { TidemarkClient } from "../data/client.tsx";
import { dayKey } from "../time/day-label.ts";
import { listTemplates } from "./templates.ts";

/** Returns the first line of a day's memo, which identifies it. */
export function headingOf(day: string): string {
  return `# ${day}`;
}

const pageSize = 50;

/** Returns the id of today's memo, and creates it if it doesn't exist. */
export async function todaysMemo(client: TidemarkClient, nowMs: number): Promise<string> {
  const heading = headingOf(dayKey(nowMs));
  const found =
    (await findMemo(client, heading, "timeline")) ??
    // An archived one counts too.
    (await findMemo(client, heading, "archive"));
  if (found !== null) return found.id;
  const templates = await listTemplates(client);
  const text = templates.find(({ kinds }) => kinds.includes("template/today"))?.text ?? "";
  const { id } = await client.memos.create.mutate({ content: `${heading}\n\n${text}` });
  return id;
}

async function findMemo(
  client: TidemarkClient,
  heading: string,
  view: "timeline" | "archive",
): Promise<MemoView | null> {
  const search = JSON.stringify(heading);
  for (let cursor: string | null = null; ;) {
    const page = await client.memos.list.query({ view, search, pageSize, cursor });
    const isDays = ({ author, content }: MemoView): boolean =>
      author === null && content.split("\n", 1)[0]?.trimEnd() === heading;
    const found = page.memos.find(isDays);
    if (found !== undefined) return found;
    if (page.nextCursor === null) return null;
    cursor = page.nextCursor;
  }
}

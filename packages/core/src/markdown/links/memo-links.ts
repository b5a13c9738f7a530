import { isResourceId } from "../../names/names.ts";
import { parseMarkdown } from "../grammar.ts";

const linkedMemo = /^\/memos\/([a-zA-Z0-9-]+)$/;

/** Returns the id of the memo that a link's address names; null for other addresses. Rule M24. */
export function memoOfLink(address: string): string | null {
  const [, id = ""] = linkedMemo.exec(address) ?? [];
  return isResourceId(id) ? id : null;
}

export function memoLink(id: string): string {
  return `/memos/${id}`;
}

/** Returns the ids of the memos that a text links to, each once, in order. Rule M24. */
export function linkedMemos(content: string): string[] {
  // Most texts have no such link and needn't be parsed.
  if (!content.includes("/memos/")) return [];
  const ids = new Set<string>();
  for (const token of parseMarkdown(content)) {
    for (const child of token.children ?? []) {
      if (child.type !== "link_open") continue;
      const id = memoOfLink(String(child.attrGet("href") ?? ""));
      if (id !== null) ids.add(id);
    }
  }
  return [...ids];
}

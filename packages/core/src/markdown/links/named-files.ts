import { isResourceId } from "../../names/names.ts";
import { parseMarkdown } from "../grammar.ts";

/** An attachment id, followed by the file's name or at most a query: memos 0.31 omits the name. */
const file = /^\/file\/attachments\/([a-zA-Z0-9-]+)(?:\/[^/]+|[?#][^/]*)?$/;

/** Returns the id of the attachment that an address in a text names; null for other addresses. Rule M25. */
export function attachmentOfLink(address: string): string | null {
  const [, id = ""] = file.exec(address) ?? [];
  return isResourceId(id) ? id : null;
}

/**
 * Returns the ids of the attachments that a text shows as images or links to, each once, in order. Rule M25.
 */
export function namedFiles(content: string): string[] {
  // Most texts have no such address and needn't be parsed.
  if (!content.includes("/file/attachments/")) return [];
  const ids = new Set<string>();
  for (const token of parseMarkdown(content)) {
    for (const child of token.children ?? []) {
      const id = attachmentOfLink(addressOf(child));
      if (id !== null) ids.add(id);
    }
  }
  return [...ids];
}

function addressOf(token: ReturnType<typeof parseMarkdown>[number]): string {
  if (token.type === "image") return String(token.attrGet("src") ?? "");
  return token.type === "link_open" ? String(token.attrGet("href") ?? "") : "";
}

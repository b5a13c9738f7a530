import type { InboxItem } from "@tidemark/core/router";
import { inboxStrings as strings } from "./strings.ts";

/** Maximum number of characters of a memo's beginning in a sentence. */
const longestTitle = 40;

/** Returns sender and event as a sentence without a full stop. */
export function itemWords({ sender, type, about }: InboxItem): string {
  const what = about === null ? null : cut(about);
  switch (type) {
    case "MEMO_COMMENT":
      return what === null ? strings.commented(sender) : strings.commentedOn(sender, what);
    case "MEMO_MENTION":
      return what === null ? strings.mentioned(sender) : strings.mentionedOn(sender, what);
    case "MEMO_SHARE":
      return strings.shared(sender);
    case "WEBHOOK_GONE":
      return strings.webhookGone;
  }
}

function cut(text: string): string {
  const line = text.trim();
  const letters = [...line];
  if (letters.length <= longestTitle) return line;
  const start = letters.slice(0, longestTitle).join("");
  // Cuts between words if possible.
  return `${start.replace(/(?<=\S{3}.*)\s+\S*$/u, "").trimEnd()}…`;
}

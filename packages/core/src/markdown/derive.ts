import type { Token } from "markdown-it";
import { parseMarkdown } from "./grammar.ts";
import { plainText } from "./plain-text.ts";
import { SnippetBuilder } from "./snippet.ts";
import { taskOf } from "./task-rule.ts";

export type MemoProperty = {
  hasLink: boolean;
  hasTaskList: boolean;
  hasCode: boolean;
  hasIncompleteTasks: boolean;
  /** Number of unchecked tasks. */
  openTasks: number;
  title: string;
};

/** Data derived from a memo's text; never edited, never merged. */
export type DerivedMemo = { tags: string[]; property: MemoProperty; snippet: string };

/**
 * Derives tags, properties and snippet from a memo's text in one parse. Tags are unique, in NFC, in order of
 * first appearance; `title` and `snippet` are `""` if the memo has none. Time is linear in the length of
 * the text. Rules M2–M14 in SPEC.md.
 */
export function deriveMemo(content: string): DerivedMemo {
  const tokens = parseMarkdown(content);
  const tags = new Set<string>();
  const property: MemoProperty = {
    hasLink: false,
    hasTaskList: false,
    hasCode: false,
    hasIncompleteTasks: false,
    openTasks: 0,
    title: titleOf(tokens),
  };
  const snippet = new SnippetBuilder();
  for (const token of tokens) {
    switch (token.type) {
      case "inline":
        readInline(token.children!, tags, property);
        if (snippet.isOpen) snippet.add(plainText(token));
        break;
      case "fence":
      case "code_block":
        property.hasCode = true;
        break;
      case "math_block":
        snippet.add(token.markup + token.content + token.markup);
        break;
      case "list_item_open":
        readTask(token, property);
        break;
    }
  }
  return { tags: [...tags], property, snippet: snippet.build() };
}

/**
 * Returns the usernames mentioned as `@username`, as written, in order. Drops duplicates, ignoring case. Rule
 * M12.
 */
export function extractMentions(content: string): string[] {
  if (!content.includes("@")) return [];
  const mentions = new Map<string, string>();
  for (const token of parseMarkdown(content)) {
    for (const { type, content: username } of token.children ?? []) {
      const key = username.toLowerCase();
      if (type === "mention" && !mentions.has(key)) mentions.set(key, username);
    }
  }
  return [...mentions.values()];
}

function readInline(children: readonly Token[], tags: Set<string>, property: MemoProperty): void {
  for (const { type, content } of children) {
    if (type === "tag") tags.add(content.normalize());
    else if (type === "link_open") property.hasLink = true;
    else if (type === "code_inline") property.hasCode = true;
  }
}

function readTask(item: Token, property: MemoProperty): void {
  const task = taskOf(item);
  if (task === undefined) return;
  property.hasTaskList = true;
  if (task.checked) return;
  property.hasIncompleteTasks = true;
  property.openTasks += 1;
}

function titleOf([first, text]: readonly Token[]): string {
  if (first?.type !== "heading_open" || first.tag !== "h1") return "";
  return plainText(text!).replace(/\s+/g, " ").trim();
}

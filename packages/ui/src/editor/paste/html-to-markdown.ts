// oxlint-disable-next-line typescript/triple-slash-reference -- what declares a module cannot be imported.
/// <reference path="./turndown-plugin-gfm.d.ts" />
import { gfm } from "@joplin/turndown-plugin-gfm";
import TurndownService from "turndown";
import { cleanPage } from "./clean-page.ts";

/**
 * Converts a pasted page to Markdown; returns `null` if that adds nothing to its plain text. The page isn't
 * trusted: it is parsed into a separate document, which runs and loads nothing.
 */
export function htmlToMarkdown(html: string): string | null {
  const page = new DOMParser().parseFromString(html, "text/html");
  cleanPage(page);
  if (page.querySelector(meaningful) === null) return null;
  const markdown = converter().turndown(page.body);
  return markdown
    .replaceAll("\u00a0", " ")
    .replaceAll(/[ \t]+$/gm, "")
    .trim();
}

/** Selector of elements without which plain text is enough. */
const meaningful =
  "a[href], b, strong, i, em, s, del, h1, h2, h3, h4, h5, h6, li, table, code, blockquote, hr, img, mark";

let made: TurndownService | null = null;

function converter(): TurndownService {
  made ??= createConverter();
  return made;
}

function createConverter(): TurndownService {
  const service = new TurndownService({
    headingStyle: "atx",
    hr: "---",
    bulletListMarker: "-",
    codeBlockStyle: "fenced",
    emDelimiter: "*",
    linkStyle: "inlined",
  });
  service.use(gfm);
  service.addRule("item", {
    filter: "li",
    // Turndown indents the text of items by three spaces.
    replacement(content, node) {
      const parent = node.parentNode;
      const mark = parent instanceof HTMLOListElement ? `${numberOf(node, parent)}. ` : "- ";
      const words = content.trim().replace(/^(\[[ x]\])\s+/, "$1 ");
      const text = words.replaceAll("\n", `\n${" ".repeat(mark.length)}`);
      return `${mark}${text}${node.nextSibling === null ? "" : "\n"}`;
    },
  });
  service.addRule("mark", { filter: "mark", replacement: (content) => `==${content}==` });
  service.addRule("strike", {
    filter: ["del", "s"],
    replacement: (content) => (content.trim() === "" ? "" : `~~${content}~~`),
  });
  return service;
}

function numberOf(item: Node, list: HTMLOListElement): number {
  const items = [...list.children].filter((child) => child.localName === "li");
  return list.start + items.findIndex((each) => each === item);
}

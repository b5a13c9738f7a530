import { Parser } from "htmlparser2";
import type { LinkMetadata } from "./link-metadata.ts";

const maxTextLength = 1000;
/** More tags than any head has; a page without an end of its head is read no further. */
const maxTags = 1000;
/** What is read before it is asked whether enough is known. */
const chunkLength = 4096;
const headTags = new Set(["html", "head", "title", "meta", "link", "base", "script", "style"]);
/** May stand in a head, and hold what may not. */
const wrapperTags = new Set(["noscript", "template"]);

/**
 * What the head of a page says; `base` is where it came from. Only tokens are read and no tree is
 * built: what trees are made of by rule can be the square of a page. It ends with the head, or where
 * something begins that no head holds.
 */
export function readMetadata(html: string, base: string): Omit<LinkMetadata, "url"> {
  const { metas, title } = readHead(html);
  const first = (...names: string[]): string =>
    oneLine(names.map((name) => metas.get(name) ?? "").find((value) => value.trim() !== "") ?? "");
  return {
    title: first("og:title", "twitter:title") || oneLine(title),
    description: first("og:description", "twitter:description", "description"),
    image: webAddress(first("og:image", "og:image:url", "twitter:image"), base),
  };
}

function readHead(html: string): { readonly metas: Map<string, string>; readonly title: string } {
  const metas = new Map<string, string>();
  let title: string | null = null;
  let isInTitle = false;
  let wrappers = 0;
  let tags = 0;
  let isOver = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      tags += 1;
      if (wrapperTags.has(name)) wrappers += 1;
      else if (wrappers === 0 && !headTags.has(name)) isOver = true;
      isOver ||= tags > maxTags;
      if (isOver || wrappers > 0) return;
      if (name === "title" && title === null) {
        isInTitle = true;
        title = "";
      }
      if (name !== "meta") return;
      const of = attributes["property"] || attributes["name"] || "";
      const key = of.toLowerCase();
      if (key !== "" && !metas.has(key)) metas.set(key, attributes["content"] ?? "");
    },
    ontext(text) {
      if (isInTitle && !isOver && title !== null) title += text;
    },
    onclosetag(name) {
      if (name === "title") isInTitle = false;
      if (wrapperTags.has(name)) wrappers -= 1;
      if (name === "head") isOver = true;
    },
  });
  for (let at = 0; at < html.length && !isOver; at += chunkLength) {
    parser.write(html.slice(at, at + chunkLength));
  }
  return { metas, title: title ?? "" };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, maxTextLength).toWellFormed();
}

function webAddress(text: string, base: string): string {
  const url = text === "" ? null : URL.parse(text, base);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : "";
}

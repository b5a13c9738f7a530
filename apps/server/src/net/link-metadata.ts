import { appError, err, invalidField, ok, type AppError, type Result } from "@tidemark/core";
import { Parser } from "htmlparser2";
import type { ResolveHost } from "./fetch-target.ts";
import { guardedFetch, type FetchError } from "./guarded-fetch.ts";

/** What a page says of itself; "" where it says nothing. */
export interface LinkMetadata {
  /** As it was asked for. */
  readonly url: string;
  readonly title: string;
  readonly description: string;
  /** Absolute http or https address of a picture. */
  readonly image: string;
}

/** Heads are at the beginning; nobody needs the rest of a page. */
const maxBytes = 512 * 1024;
const timeoutMs = 8000;
const maxTextLength = 1000;
/** More tags than any head has; a page without an end of its head is read no further. */
const maxTags = 1000;
/** What is read before it is asked whether enough is known. */
const chunkLength = 4096;
const headTags = new Set(["html", "head", "title", "meta", "link", "base", "script", "style"]);
/** May stand in a head, and hold what may not. */
const wrapperTags = new Set(["noscript", "template"]);

/**
 * Reads the title, description and picture of a page that a memo links to. INVALID_ARGUMENT for an
 * address that may not be asked, UNAVAILABLE when the page gives no answer that can be read.
 */
export async function fetchLinkMetadata(
  url: string,
  options: { readonly allowPrivate: boolean; readonly resolve?: ResolveHost },
): Promise<Result<LinkMetadata, AppError>> {
  const answer = await guardedFetch(url, {
    ...options,
    maxBytes,
    cutsBody: true,
    timeoutMs,
    accept: ["text/html", "application/xhtml+xml"],
    headers: { accept: "text/html,application/xhtml+xml" },
  });
  if (!answer.ok) return err(refusal(answer.error));
  if (answer.value.status >= 400) {
    return err(appError("UNAVAILABLE", `the page answers ${answer.value.status}`));
  }
  const html = decode(answer.value.body, answer.value.headers["content-type"] ?? "");
  return ok({ url, ...readMetadata(html, answer.value.url) });
}

function refusal(error: FetchError): AppError {
  const isBad = error.type === "bad-url" || error.type === "private-address";
  return isBad ? invalidField("url", error.message) : appError("UNAVAILABLE", error.message);
}

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

/** By the charset that the answer or the page itself names; UTF-8 when neither does. */
function decode(body: Uint8Array, contentType: string): string {
  const start = new TextDecoder("latin1").decode(body.subarray(0, 2048));
  const charset =
    /charset=["']?([\w-]+)/i.exec(contentType)?.[1] ??
    /<meta[^>]{0,200}charset=["']?([\w-]+)/i.exec(start)?.[1] ??
    "utf-8";
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    // A charset that does not exist.
    return new TextDecoder().decode(body);
  }
}

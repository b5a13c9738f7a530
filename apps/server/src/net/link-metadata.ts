import { appError, err, invalidField, ok, type AppError, type Result } from "@tidemark/core";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import type { ResolveHost } from "./fetch-target.ts";
import { guardedFetch, type FetchError } from "./guarded-fetch.ts";

type Node = DefaultTreeAdapterTypes.Node;

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
/** Deeper than any page is written; parsed trees are walked without recursion. */
const maxNodes = 20_000;

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

/** What the head of a page says; `base` is where it came from. */
export function readMetadata(html: string, base: string): Omit<LinkMetadata, "url"> {
  const metas = new Map<string, string>();
  let title = "";
  let rest = maxNodes;
  const open: Node[] = [parse(html)];
  for (let node = open.pop(); node !== undefined && rest > 0; node = open.pop()) {
    rest -= 1;
    if ("tagName" in node && node.tagName === "title" && title === "") title = textOf(node);
    if ("tagName" in node && node.tagName === "meta") {
      const attribute = (name: string): string =>
        node.attrs.find((each) => each.name === name)?.value ?? "";
      const name = (attribute("property") || attribute("name")).toLowerCase();
      if (name !== "" && !metas.has(name)) metas.set(name, attribute("content"));
    }
    // Pictures and texts of an inlined drawing are not the page's.
    if ("childNodes" in node && !("tagName" in node && node.tagName === "svg")) {
      open.push(...node.childNodes.toReversed());
    }
  }
  const first = (...names: string[]): string =>
    oneLine(names.map((name) => metas.get(name) ?? "").find((value) => value.trim() !== "") ?? "");
  return {
    title: first("og:title", "twitter:title") || oneLine(title),
    description: first("og:description", "twitter:description", "description"),
    image: webAddress(first("og:image", "og:image:url", "twitter:image"), base),
  };
}

function textOf(node: DefaultTreeAdapterTypes.Element): string {
  return node.childNodes.map((child) => ("value" in child ? child.value : "")).join("");
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

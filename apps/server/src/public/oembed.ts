import { z } from "zod";
import { escapeHtml } from "../pages/escape-html.ts";

/** Query of an oEmbed request (https://oembed.com). */
export const oembedQuery = z.object({
  url: z.url().max(2000),
  format: z.string().optional(),
  maxwidth: z.coerce.number().int().min(1).optional(),
  maxheight: z.coerce.number().int().min(1).optional(),
});

/** Default size of a frame in pixels. */
const usual = { width: 600, height: 400 };
const least = 200;

/** Memo that can be embedded: a PUBLIC one by its id, or a shared one by the token of its share. */
export type Embeddable = { readonly memo: string } | { readonly share: string };

/** Returns what an address of this server names; null for other addresses. */
export function embeddableAt(url: string, origin: string): Embeddable | null {
  if (!url.startsWith(`${origin}/`)) return null;
  const path = url.slice(origin.length).replace(/[?#].*$/s, "");
  const memo = /^\/m\/([^/]+)$/.exec(path)?.[1];
  if (memo !== undefined) return { memo };
  const share = /^\/(?:s|memos\/shares)\/([^/]+)$/.exec(path)?.[1];
  return share === undefined ? null : { share };
}

/** Returns the path of a frame. */
export function embedPath(embedded: Embeddable): string {
  return "memo" in embedded ? `/embed/m/${embedded.memo}` : `/embed/s/${embedded.share}`;
}

export interface OembedParts {
  readonly origin: string;
  readonly embedded: Embeddable;
  readonly title: string;
  readonly author: string;
  readonly instance: string;
  readonly maxwidth?: number | undefined;
  readonly maxheight?: number | undefined;
}

/** Returns an oEmbed answer of the type "rich". */
export function oembedOf({
  origin,
  embedded,
  title,
  author,
  instance,
  maxwidth,
  maxheight,
}: OembedParts) {
  const width = Math.max(least, Math.min(usual.width, maxwidth ?? usual.width));
  const height = Math.max(least, Math.min(usual.height, maxheight ?? usual.height));
  const html =
    `<iframe src="${escapeHtml(origin + embedPath(embedded))}" title="${escapeHtml(title)}" width="${width}" height="${height}" ` +
    `sandbox="allow-popups allow-popups-to-escape-sandbox allow-downloads" loading="lazy" style="border:0"></iframe>`;
  return {
    version: "1.0",
    type: "rich",
    title,
    author_name: author,
    provider_name: instance,
    provider_url: origin,
    width,
    height,
    html,
  };
}

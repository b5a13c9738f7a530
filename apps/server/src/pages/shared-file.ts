import { shownKind } from "@tidemark/core/attachment";
import { escapeHtml } from "./escape-html.ts";

/** File of the memo on a page. */
export interface SharedFile {
  readonly id: string;
  readonly filename: string;
  readonly type: string;
  readonly sizeBytes: number;
  readonly width: number | null;
  readonly height: number | null;
}

/** How a page links to files and tags. */
export interface PageLinks {
  /** Origin of addresses, for texts that are read elsewhere; "" on a page of this server. */
  readonly origin: string;
  /** Token of the share; null if the memo is public. */
  readonly token: string | null;
  /** Start of the address of a tag's memos; null if tags aren't links. */
  readonly tags: string | null;
}

/** Returns the file's URL, with the share's token. */
export function sharedFileAddress(
  { id, filename }: SharedFile,
  { origin, token }: PageLinks,
): string {
  // Names such as `..` would be resolved away in the URL.
  const name = /^\.{0,2}$/.test(filename) ? "file" : filename;
  const query = token === null ? "" : `?share_token=${encodeURIComponent(token)}`;
  return `${origin}/file/attachments/${id}/${encodeURIComponent(name.toWellFormed())}${query}`;
}

/** Maximum height of a picture in pixels, unless the text specifies a width. */
const maxHeight = 560;

/**
 * Returns the HTML of a file: a picture with its space reserved, the browser's player, or a link. `width` is
 * the width in the text.
 */
export function showFile(
  file: SharedFile,
  links: PageLinks,
  { alt, width }: { readonly alt: string; readonly width: number | null },
): string {
  const address = escapeHtml(sharedFileAddress(file, links));
  const name = escapeHtml(alt === "" ? file.filename : alt);
  switch (shownKind(file.type)) {
    case "image":
      return `<img src="${address}" alt="${escapeHtml(alt)}"${roomOf(file, width)} loading="lazy" decoding="async">`;
    case "audio":
      return `<audio controls preload="none" src="${address}" aria-label="${name}"></audio>`;
    case "video":
      return `<video controls preload="metadata" src="${address}" aria-label="${name}"${roomOf(file, width)}></video>`;
    case "file":
      return `<a href="${address}">${name}</a>`;
  }
}

function roomOf({ width, height }: SharedFile, wanted: number | null): string {
  if (width === null || height === null || width < 1 || height < 1) {
    return wanted === null || !(wanted > 0) ? "" : ` width="${Math.round(wanted)}"`;
  }
  const most = wanted !== null && wanted > 0 ? wanted : (maxHeight * width) / height;
  const shown = Math.max(1, Math.round(Math.min(width, most)));
  return ` width="${shown}" height="${Math.max(1, Math.round((shown * height) / width))}"`;
}

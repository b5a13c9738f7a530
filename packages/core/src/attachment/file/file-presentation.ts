import { shownFilename } from "./filename.ts";

const inlineImages = new Set([
  "image/jpeg",
  "image/png",
  "image/apng",
  "image/gif",
  "image/webp",
  "image/avif",
  "image/bmp",
]);

/** Text that says nothing to a browser but its characters. */
const plainTexts = new Set(["text/plain", "text/markdown", "text/csv", "application/json"]);

/** How a file may be answered to a browser. */
export interface Presentation {
  readonly contentType: string;
  /** True where the bytes are text, of which a charset can be said. */
  readonly isText: boolean;
  readonly disposition: "inline" | "attachment";
  readonly contentSecurityPolicy: string;
}

/**
 * Only what a browser shows without running it is shown: raster images, audio, video and PDF. All
 * else is a download, in a sandbox should a browser open it all the same: plain text and JSON as what
 * they are, and the rest, SVG and HTML above all, of no particular type (docs/api-decisions.md §5).
 */
export function presentationOf(type: string): Presentation {
  const [essence = ""] = type.split(";", 1);
  if (inlineImages.has(essence)) {
    return {
      contentType: essence,
      isText: false,
      disposition: "inline",
      contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    };
  }
  if (/^(?:audio|video)\/[a-z0-9.+-]+$/.test(essence) || essence === "application/pdf") {
    return {
      contentType: essence,
      isText: false,
      disposition: "inline",
      // No sandbox: browsers refuse to show a PDF in one.
      contentSecurityPolicy:
        "default-src 'none'; media-src 'self'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    };
  }
  const isText = plainTexts.has(essence);
  return {
    contentType: isText ? essence : "application/octet-stream",
    isText,
    disposition: "attachment",
    contentSecurityPolicy: "default-src 'none'; sandbox",
  };
}

/** In what way a page may show a file in place, as `presentationOf` has it answered. */
export type ShownKind = "image" | "audio" | "video" | "file";

export function shownKind(type: string): ShownKind {
  const { contentType, disposition } = presentationOf(type);
  if (disposition === "attachment") return "file";
  const [family] = contentType.split("/", 1);
  return family === "image" || family === "audio" || family === "video" ? family : "file";
}

/** The header of RFC 6266: a plain name for old clients, the exact one as RFC 8187 writes it. */
export function contentDisposition(
  disposition: Presentation["disposition"],
  filename: string,
): string {
  const shown = shownFilename(filename);
  const plain = shown.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const exact = encodeURIComponent(shown.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${exact}`;
}

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

/** How a file may be answered to a browser. */
export interface Presentation {
  readonly contentType: string;
  readonly disposition: "inline" | "attachment";
  readonly contentSecurityPolicy: string;
}

/**
 * Only what a browser shows without running it is shown: raster images, audio, video and PDF. All
 * else, SVG and HTML above all, is a download of no particular type, in a sandbox should a browser
 * open it all the same (decisions.md §5).
 */
export function presentationOf(type: string): Presentation {
  const [essence = ""] = type.split(";", 1);
  if (inlineImages.has(essence)) {
    return {
      contentType: essence,
      disposition: "inline",
      contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    };
  }
  if (/^(?:audio|video)\/[a-z0-9.+-]+$/.test(essence) || essence === "application/pdf") {
    return {
      contentType: essence,
      disposition: "inline",
      // No sandbox: browsers refuse to show a PDF in one.
      contentSecurityPolicy:
        "default-src 'none'; media-src 'self'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    };
  }
  return {
    contentType: "application/octet-stream",
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

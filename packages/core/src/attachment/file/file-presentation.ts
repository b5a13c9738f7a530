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

/** Text types that a browser shows only as characters. */
const plainTexts = new Set(["text/plain", "text/markdown", "text/csv", "application/json"]);

/** Headers with which a file may be served to a browser. */
export interface Presentation {
  readonly contentType: string;
  /** True if the bytes are text, for which a charset can be given. */
  readonly isText: boolean;
  readonly disposition: "inline" | "attachment";
  readonly contentSecurityPolicy: string;
}

/**
 * Returns the headers for a media type. Only types that a browser shows without executing them are inline:
 * raster images, audio, video and PDF. Everything else is a download, in a sandbox in case a browser opens it
 * anyway. Plain text and JSON keep their type; all others, above all SVG and HTML, have a generic one
 * (docs/api-decisions.md §5).
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
      // No sandbox: browsers don't show a PDF in one.
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

/** Element with which a page may show a file inline, consistent with `presentationOf`. */
export type ShownKind = "image" | "audio" | "video" | "file";

export function shownKind(type: string): ShownKind {
  const { contentType, disposition } = presentationOf(type);
  if (disposition === "attachment") return "file";
  const [family] = contentType.split("/", 1);
  return family === "image" || family === "audio" || family === "video" ? family : "file";
}

/** Returns the header of RFC 6266: an ASCII name for old clients, and the exact one encoded by RFC 8187. */
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

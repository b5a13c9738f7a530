import { isUtf8 } from "node:buffer";
import { TextDecoder } from "node:util";
import {
  charsetIn,
  createPageReader,
  type LinkMetadata,
  type PageReader,
} from "./read-metadata.ts";

/** Number of bytes after which a page without a charset is decoded anyway. */
const maxUndecodedBytes = 64 * 1024;
const bomBytes = 3;

export interface PageBytesReader extends Pick<PageReader, "hasTitle"> {
  /** Parses the next bytes. Returns true if the rest can't change the result. */
  write(bytes: Uint8Array): boolean;
  /** Returns the metadata read so far. */
  metadata(address: string): Omit<LinkMetadata, "url">;
}

/**
 * Decodes a page like browsers do: by its byte order mark, else the charset of its `Content-Type`, else the
 * charset it declares. Without any it is UTF-8 if valid, else windows-1252. Source: WHATWG HTML, 13.2.3.
 */
export function createPageBytesReader(contentType: string): PageBytesReader {
  const page = createPageReader();
  // The declaration of the charset is in ASCII, so any ASCII-compatible decoding finds it.
  const probe = createPageReader();
  const named = charsetIn(contentType);
  const byHeader = named === null ? null : decoderOf(named);
  let held: Buffer = Buffer.alloc(0);
  let decoder: TextDecoder | null = null;

  function findDecoder(isAll: boolean): TextDecoder | null {
    if (held.length < bomBytes && !isAll) return null;
    const byMark = markedCharset(held);
    if (byMark !== null) return new TextDecoder(byMark);
    if (byHeader !== null) return byHeader;
    const own = probe.charset() ?? xmlCharset(held);
    const byPage = own === null ? null : decoderOf(asDeclaredInside(own));
    if (byPage !== null) return byPage;
    const isDecided = isAll || probe.isHeadOver() || held.length >= maxUndecodedBytes;
    return isDecided ? new TextDecoder(isUtf8Start(held) ? "utf-8" : "windows-1252") : null;
  }

  function decode(isAll: boolean): void {
    decoder ??= findDecoder(isAll);
    if (decoder === null) return;
    const text = decoder.decode(held, { stream: !isAll });
    held = Buffer.alloc(0);
    page.write(text);
  }

  return {
    write(bytes) {
      if (decoder === null && byHeader === null) probe.write(Buffer.from(bytes).toString("latin1"));
      held = held.length === 0 ? Buffer.from(bytes) : Buffer.concat([held, bytes]);
      decode(false);
      return page.isDone();
    },
    hasTitle() {
      decode(true);
      return page.hasTitle();
    },
    metadata(address) {
      decode(true);
      return page.metadata(address);
    },
  };
}

function markedCharset(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return first === 0xff && second === 0xfe ? "utf-16le" : null;
}

/** Returns the charset of an XML declaration, which XHTML and old pages begin with; null without one. */
function xmlCharset(bytes: Buffer): string | null {
  const start = bytes.subarray(0, 256).toString("latin1");
  return /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"'>]+)["']/.exec(start)?.[1] ?? null;
}

/** Corrects a declared charset: a page that is readable as ASCII can't be UTF-16. */
function asDeclaredInside(charset: string): string {
  const name = charset.trim().toLowerCase();
  if (/^(?:utf-?16|ucs-2|unicode$|csunicode|iso-10646-ucs-2)/.test(name)) return "utf-8";
  return name === "x-user-defined" ? "windows-1252" : charset;
}

/** Returns null for a label that WHATWG doesn't define. */
function decoderOf(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label.trim());
  } catch {
    return null;
  }
}

/** True for valid UTF-8, whose last character may be truncated. */
function isUtf8Start(bytes: Uint8Array): boolean {
  return [0, 1, 2, 3].some((cut) => isUtf8(bytes.subarray(0, Math.max(0, bytes.length - cut))));
}

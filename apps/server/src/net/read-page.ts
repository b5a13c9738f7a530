import { isUtf8 } from "node:buffer";
import { TextDecoder } from "node:util";
import {
  charsetIn,
  createPageReader,
  type LinkMetadata,
  type PageReader,
} from "./read-metadata.ts";

/** Where a page that names no charset so far is taken for one that names none. */
const maxUndecodedBytes = 64 * 1024;
const bomBytes = 3;

export interface PageBytesReader extends Pick<PageReader, "hasTitle"> {
  /** Takes the next bytes. Returns whether what is not read yet would change nothing. */
  write(bytes: Uint8Array): boolean;
  /** Returns the metadata read so far. */
  metadata(address: string): Omit<LinkMetadata, "url">;
}

/**
 * Reads a page as browsers do: by its byte order mark, else the charset of its `Content-Type`, else the one
 * that it names itself. One that names none is UTF-8 where it can be, else windows-1252. Source: WHATWG
 * HTML, 13.2.3.
 */
export function createPageBytesReader(contentType: string): PageBytesReader {
  const page = createPageReader();
  // A page names its charset in ASCII.
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

/** The charset of an XML declaration, which XHTML and old pages begin with. */
function xmlCharset(bytes: Buffer): string | null {
  const start = bytes.subarray(0, 256).toString("latin1");
  return /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"'>]+)["']/.exec(start)?.[1] ?? null;
}

/** A page that can be read as ASCII is not what it says there. */
function asDeclaredInside(charset: string): string {
  const name = charset.trim().toLowerCase();
  if (/^(?:utf-?16|ucs-2|unicode$|csunicode|iso-10646-ucs-2)/.test(name)) return "utf-8";
  return name === "x-user-defined" ? "windows-1252" : charset;
}

/** null for a label that WHATWG doesn't know. */
function decoderOf(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label.trim());
  } catch {
    return null;
  }
}

/** Whether bytes are UTF-8, of which the last character may be cut off. */
function isUtf8Start(bytes: Uint8Array): boolean {
  return [0, 1, 2, 3].some((cut) => isUtf8(bytes.subarray(0, Math.max(0, bytes.length - cut))));
}

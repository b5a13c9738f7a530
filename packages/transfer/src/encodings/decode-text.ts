import { joinBytes } from "../bytes/join-bytes.ts";
import { fromLatin1 } from "../bytes/text-bytes.ts";
import { decodeAs } from "./candidates.ts";
import { isUtf8, recognise } from "./recognise.ts";

/** Returns the label of the UTF-16 form of a text by its byte order mark or its zeros, or null. */
function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const start = bytes.subarray(0, sampleBytes - (sampleBytes % 2));
  if (bytes.length % 2 !== 0 || !start.some(isControl)) return null;
  const [best, other] = (["utf-16le", "utf-16be"] as const)
    .map((label) => ({ label, rows: rowsOf(label, start) }))
    .toSorted((one, two) => one.rows - two.rows);
  return best!.rows < other!.rows ? best!.label : null;
}

/** Returns true for bytes that texts of other encodings don't contain. ESC starts characters in ISO-2022. */
function isControl(byte: number): boolean {
  return byte < 9 || (byte > 13 && byte < 32 && byte !== 0x1b);
}

const sampleBytes = 64 * 1024;
const notText = /[^\P{Cc}\t\n\f\r]|[\p{Cn}\p{Co}]/u;

/**
 * Returns how many rows of 256 characters a text uses, which are more in the wrong byte order. Returns
 * infinity for control characters and unassigned ones.
 */
function rowsOf(label: "utf-16le" | "utf-16be", bytes: Uint8Array): number {
  const text = new TextDecoder(label).decode(bytes);
  if (notText.test(text)) return Number.POSITIVE_INFINITY;
  return new Set(Array.from({ length: text.length }, (_, at) => text.charCodeAt(at) >> 8)).size;
}

/**
 * Decodes UTF-8 and UTF-16, with and without a byte order mark, and ISO-2022-JP. Returns null for bytes in
 * another encoding, or that aren't text.
 */
export function decodeUnicode(bytes: Uint8Array): string | null {
  const utf16 = utf16Of(bytes);
  if (utf16 !== null) return new TextDecoder(utf16).decode(bytes);
  if (bytes.includes(0) || !isUtf8(bytes)) return null;
  const [, ...escaped] = bytes.includes(0x1b) ? fromLatin1(bytes).split("\u001B") : [];
  const isJapanese = escaped.some((part) => /^\$[@B]/.test(part));
  // The decoder removes a UTF-8 BOM.
  return new TextDecoder(isJapanese ? "iso-2022-jp" : "utf-8").decode(bytes);
}

/** Decodes a text file by its own evidence. Returns null if it isn't text. */
export function decodeText(bytes: Uint8Array): string | null {
  const text = decodeUnicode(bytes);
  if (text !== null || bytes.includes(0)) return text;
  return decodeAs(recognise(bytes).label, bytes);
}

/** Yields the parts of a file as text: UTF-16, by its first bytes, or UTF-8. Removes a byte order mark. */
export async function* decodedParts(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let start: Uint8Array = new Uint8Array();
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  for await (const part of source) {
    if (decoder !== null) {
      yield decoder.decode(part, { stream: true });
      continue;
    }
    start = joinBytes([start, part]);
    if (start.length < 4) continue;
    decoder = new TextDecoder(utf16Of(start.subarray(0, 4)) ?? "utf-8");
    yield decoder.decode(start, { stream: true });
  }
  yield decoder === null ? (decodeText(start) ?? "") : decoder.decode();
}

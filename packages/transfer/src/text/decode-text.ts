/** Returns the label of the UTF-16 form of a text by its byte order mark or its zeros, or null. */
function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const start = bytes.subarray(0, sampleBytes - (sampleBytes % 2));
  if (bytes.length % 2 !== 0 || !start.includes(0)) return null;
  const [best, other] = (["utf-16le", "utf-16be"] as const)
    .map((label) => ({ label, rows: rowsOf(label, start) }))
    .toSorted((one, two) => one.rows - two.rows);
  return best!.rows < other!.rows ? best!.label : null;
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

/** Decodes a text file: UTF-8, UTF-16, or else windows-1252. Returns null if it contains a NUL. */
export function decodeText(bytes: Uint8Array): string | null {
  const utf16 = utf16Of(bytes);
  if (utf16 !== null) return new TextDecoder(utf16).decode(bytes);
  if (bytes.includes(0)) return null;
  try {
    // The decoder removes a UTF-8 BOM.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
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
    start = Buffer.concat([start, part]);
    if (start.length < 4) continue;
    decoder = new TextDecoder(utf16Of(start.subarray(0, 4)) ?? "utf-8");
    yield decoder.decode(start, { stream: true });
  }
  yield decoder === null ? (decodeText(start) ?? "") : decoder.decode();
}

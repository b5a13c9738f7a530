const encoder = new TextEncoder();
// A byte order mark stays in the text.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Encodes a text as UTF-8. */
export function toUtf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** Decodes UTF-8, with U+FFFD for invalid bytes. */
export function fromUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Maximum number of arguments of a call. */
const atOnce = 8192;

/** Returns a text with one character from U+0000 to U+00FF per byte. `TextDecoder` has no such encoding. */
export function fromLatin1(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += atOnce) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + atOnce)));
  }
  return parts.join("");
}

/** Returns the bytes of such a text. */
export function toLatin1(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
}

/** Returns the length of a text in UTF-8, in bytes. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    // A surrogate is half of a four-byte sequence.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
  }
  return bytes;
}

/** Returns the length of a value as JSON in UTF-8, in bytes. */
export function jsonBytes(value: unknown): number {
  return utf8Length(JSON.stringify(value));
}

/** Returns the media type of a picture that models read, by its first bytes, or null for other content. */
export function pictureType(bytes: Uint8Array): string | null {
  const beginning = String.fromCharCode(...bytes.subarray(0, 12));
  if (beginning.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (beginning.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (/^GIF8[79]a/.test(beginning)) return "image/gif";
  return beginning.startsWith("RIFF") && beginning.endsWith("WEBP") ? "image/webp" : null;
}

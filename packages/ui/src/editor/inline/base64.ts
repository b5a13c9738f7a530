const chunkSize = 0x8000;

/** Bytes as base64, as the router's text procedures carry Yjs updates. */
export function bytesToBase64(bytes: Uint8Array): string {
  let text = "";
  // In parts, because a function call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += chunkSize) {
    text += String.fromCharCode(...bytes.subarray(at, at + chunkSize));
  }
  return btoa(text);
}

export function base64ToBytes(base64: string): Uint8Array {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  // Ten times as fast as an iterator over the characters of a long text.
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

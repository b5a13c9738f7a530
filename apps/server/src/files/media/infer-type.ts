import mime from "mime";

/** Returns the type of a file that was sent without one: by its extension, else by its first bytes. */
export async function inferType(filename: string, head: Uint8Array): Promise<string> {
  const byName = filename.includes(".") ? mime.getType(filename) : null;
  if (byName !== null) return byName;
  // Limits the work on text that happens to begin like a binary format.
  const { fileTypeFromBuffer } = await import("file-type");
  const byContent = await fileTypeFromBuffer(head.subarray(0, 64 * 1024));
  return byContent?.mime ?? "application/octet-stream";
}

import mime from "mime";

/** What a file is that came without a type: by its extension, else by its first bytes. */
export async function inferType(filename: string, head: Uint8Array): Promise<string> {
  const byName = filename.includes(".") ? mime.getType(filename) : null;
  if (byName !== null) return byName;
  // Text that opens with some format's letters is not worth more than this much of a look.
  const { fileTypeFromBuffer } = await import("file-type");
  const byContent = await fileTypeFromBuffer(head.subarray(0, 64 * 1024));
  return byContent?.mime ?? "application/octet-stream";
}

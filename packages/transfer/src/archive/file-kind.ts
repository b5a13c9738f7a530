import { fromLatin1 } from "../bytes/text-bytes.ts";

export type FileKind = "zip" | "gzip" | "tar" | "database" | "file";

/** Number of bytes by which the kind of a file is recognized. */
export const headBytes = 262;

/** Returns the kind of a file by its first bytes. */
export function kindOf(head: Uint8Array): FileKind {
  const text = fromLatin1(head);
  if (text.startsWith("PK\x03\x04") || text.startsWith("PK\x05\x06")) return "zip";
  if (text.startsWith("SQLite format 3\0")) return "database";
  if (text.startsWith("\x1f\x8b")) return "gzip";
  return text.slice(257, headBytes) === "ustar" ? "tar" : "file";
}

/** Returns the name of an archive without its extension. */
export function archiveName(name: string): string {
  return name.replace(/\.(zip|tar|tgz|tar\.gz|jex)$/i, "");
}

import { createHash } from "node:crypto";

const maxParts = 64;
/** Limits of file names in Tidemark, in characters and in bytes. */
const maxCharacters = 255;
const maxNameBytes = 1024;
/** Longest name that file systems store, in bytes; on Windows in UTF-16 units. */
const maxStoredLength = 255;
const maxPathBytes = 2000;

/** Pattern of stage names, which the page generates and which name a folder here. */
export const stageName = /^[A-Za-z0-9_-]{16,64}$/;

/**
 * Decodes the path that the page sends for a file, with each part percent-encoded. Returns null if it isn't a
 * plain path inside a folder on the platform.
 */
export function stagedParts(
  encoded: string,
  platform: NodeJS.Platform = process.platform,
): readonly string[] | null {
  let parts: string[];
  try {
    parts = encoded.split("/").map((part) => decodeURIComponent(part));
  } catch {
    return null;
  }
  const bytes = parts.map((part) => Buffer.byteLength(part));
  const isShort =
    parts.length <= maxParts &&
    bytes.every((each) => each <= maxNameBytes) &&
    parts.every((part) => [...part].length <= maxCharacters) &&
    bytes.reduce((sum, each) => sum + each + 1, 0) <= maxPathBytes;
  return isShort && parts.every((part) => isPlainName(part, platform)) ? parts : null;
}

/**
 * Returns the name under which a file or folder is stored: the same, or if the file system can't hold it, its
 * beginning, a hash of the whole name, and its extension.
 */
export function storedName(name: string, platform: NodeJS.Platform = process.platform): string {
  const lengthOf = (text: string): number =>
    platform === "win32" ? text.length : Buffer.byteLength(text);
  if (lengthOf(name) <= maxStoredLength) return name;
  const extension = /\.[^.\s]{1,16}$/u.exec(name)?.[0] ?? "";
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 12);
  const ending = `~${hash}${extension}`;
  let stem = "";
  for (const character of name.slice(0, name.length - extension.length)) {
    if (lengthOf(stem + character + ending) > maxStoredLength) break;
    stem += character;
  }
  return stem + ending;
}

/** Returns false for names that leave the folder, contain separators, or have a special meaning. */
function isPlainName(name: string, platform: NodeJS.Platform): boolean {
  return (
    name !== "" &&
    name !== "." &&
    name !== ".." &&
    !/[/\\\p{Cc}]/u.test(name) &&
    (platform !== "win32" || isWindowsName(name))
  );
}

const refusedThere = /[<>:"|?*]|[. ]$/;
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³]) *(?:\.|$)/i;

/**
 * Returns false for streams (`a:b`), devices (`con.txt`, `con .txt`), and endings that Windows cuts off,
 * since they would be other files.
 */
function isWindowsName(name: string): boolean {
  return !refusedThere.test(name) && !devices.test(name);
}

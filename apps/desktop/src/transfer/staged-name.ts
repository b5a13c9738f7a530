const maxParts = 64;
/** Longest file name that systems accept, in bytes; on Windows in UTF-16 units. */
const maxNameLength = 255;
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
  const lengths = platform === "win32" ? parts.map((part) => part.length) : bytes;
  const isShort =
    parts.length <= maxParts &&
    lengths.every((each) => each <= maxNameLength) &&
    bytes.reduce((sum, each) => sum + each + 1, 0) <= maxPathBytes;
  return isShort && parts.every((part) => isPlainName(part, platform)) ? parts : null;
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

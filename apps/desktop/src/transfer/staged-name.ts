const maxParts = 64;
/** The longest name that systems accept: bytes, on Windows UTF-16 units. */
const maxNameLength = 255;
const maxPathBytes = 2000;

/** Names of a stage: made up by the page, and a folder here. */
export const stageName = /^[A-Za-z0-9_-]{16,64}$/;

/**
 * The parts of the path under which the page sends a file, percent-encoded each; null for one that is
 * no plain path within a folder, whatever the system.
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

/** No way up, no second path within it, and nothing that a system reads otherwise. */
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

/** Streams (`a:b`), devices (`con.txt`, `con .txt`), and ends that are cut off would be other files. */
function isWindowsName(name: string): boolean {
  return !refusedThere.test(name) && !devices.test(name);
}

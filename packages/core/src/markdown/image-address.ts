import { isResourceId } from "../names/names.ts";

/**
 * Address of an attachment: its id, optionally its name, and at most one of the two queries. Excludes
 * everything that resolving, decoding or a lenient browser (a backslash, a tab, a fragment) could turn into
 * another address.
 */
const attachmentAddress =
  /^\/file\/attachments\/([a-zA-Z0-9-]+)(?:\/((?:[^\s/\\?#%\p{Cc}\p{Cf}]|%[0-9a-fA-F]{2})+))?(?:\?(?:thumbnail|motion)(?:=(?:true|1))?)?$/u;
/** An embedded raster image. Vector graphics are excluded because they are documents. */
const rasterData = /^data:image\/(?:gif|png|jpeg|webp);base64,[a-zA-Z0-9+/=]*$/i;

/**
 * Returns true if an image of a text may be loaded without asking its reader. It must be the content of an
 * attachment, by its path on the page's origin, or an embedded raster image. Any other address would reveal
 * that the text is read, or send a request to the reader's server with the reader's credentials.
 */
export function isLoadableImage(address: string): boolean {
  if (rasterData.test(address)) return true;
  const [, id = "", name = ""] = attachmentAddress.exec(address) ?? [];
  return isResourceId(id) && isFilename(name);
}

/**
 * Returns true if the name, decoded as a browser or server may do, has no path separators and isn't `.` or
 * `..`.
 */
function isFilename(name: string): boolean {
  let decoded;
  try {
    decoded = decodeURIComponent(name);
  } catch {
    return false;
  }
  return decoded !== "." && decoded !== ".." && !/[/\\\p{Cc}]/u.test(decoded);
}

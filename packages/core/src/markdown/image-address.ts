import { isResourceId } from "../names/names.ts";

/**
 * The id of an attachment, its name or none, and at most one of the two queries; nothing that resolving,
 * decoding or a browser's leniency (a backslash, a tab, a fragment) could make into another address.
 */
const attachmentAddress =
  /^\/file\/attachments\/([a-zA-Z0-9-]+)(?:\/((?:[^\s/\\?#%\p{Cc}\p{Cf}]|%[0-9a-fA-F]{2})+))?(?:\?(?:thumbnail|motion)(?:=(?:true|1))?)?$/u;
/** A picture in the text itself; no vector graphics, which are documents. */
const rasterData = /^data:image\/(?:gif|png|jpeg|webp);base64,[a-zA-Z0-9+/=]*$/i;

/**
 * Whether an image of a text may be loaded without asking its reader: the content of an attachment,
 * by the path that the page's own origin has for it, or a raster picture that the text holds. Whatever
 * else a browser fetched would tell somebody that the text is read, or make the reader's own host do
 * something with the reader's rights.
 */
export function isLoadableImage(address: string): boolean {
  if (rasterData.test(address)) return true;
  const [, id = "", name = ""] = attachmentAddress.exec(address) ?? [];
  return isResourceId(id) && isFilename(name);
}

/** Decoded as a browser or a server may do: no part of a path, and no step up. */
function isFilename(name: string): boolean {
  let decoded;
  try {
    decoded = decodeURIComponent(name);
  } catch {
    return false;
  }
  return decoded !== "." && decoded !== ".." && !/[/\\\p{Cc}]/u.test(decoded);
}

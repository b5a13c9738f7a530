const shrunkTypes: ReadonlySet<string> = new Set([
  "image/jpeg",
  "image/png",
  "image/gif",
  "image/webp",
  "image/avif",
]);

/** Returns true if a server makes thumbnails for this media type. */
export function hasThumbnail(type: string): boolean {
  return shrunkTypes.has(type);
}

/** Returns the entity tag of a thumbnail, quoted as in the header. */
export function thumbnailEtag(sha256: string): string {
  return `"${sha256}-thumbnail"`;
}

/** Upper bound for the size of a thumbnail in bytes. */
export const maxThumbnailBytes = 2_000_000;

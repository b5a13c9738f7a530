const shrunkTypes: ReadonlySet<string> = new Set([
  "image/jpeg",
  "image/png",
  "image/gif",
  "image/webp",
  "image/avif",
]);

/** Whether a server makes small versions of content of this media type. */
export function hasThumbnail(type: string): boolean {
  return shrunkTypes.has(type);
}

/** What a small version is called where it is served, quoted as in the header. */
export function thumbnailEtag(sha256: string): string {
  return `"${sha256}-thumbnail"`;
}

/** More than any small version takes, bytes. */
export const maxThumbnailBytes = 2_000_000;

/**
 * Shelves of the library. They depend on the family of a file's type, even if a page can't display the file.
 */
export const shelves = ["media", "audio", "documents"] as const;
export type Shelf = (typeof shelves)[number];

/** Returns the shelf of a media type in lower case. The database index uses the same rule. */
export function shelfOf(type: string): Shelf {
  const [family] = type.split("/", 1);
  if (family === "image" || family === "video") return "media";
  return family === "audio" ? "audio" : "documents";
}

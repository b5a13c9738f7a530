/** Where the library shows a file: by the family of its type, whether or not a page can show it. */
export const shelves = ["media", "audio", "documents"] as const;
export type Shelf = (typeof shelves)[number];

/** The shelf of a media type in lower case; the index of the database says the same. */
export function shelfOf(type: string): Shelf {
  const [family] = type.split("/", 1);
  if (family === "image" || family === "video") return "media";
  return family === "audio" ? "audio" : "documents";
}

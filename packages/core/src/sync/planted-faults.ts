/**
 * Known protocol bugs. They stay here so that the simulation can show that it would find each; only
 * its processes are built with any. Each stands beside the line that it breaks.
 */
export const syncFaults = [
  // Given to the device's side.
  "ack-row-not-adopted",
  "no-reassert",
  "evictions-ignored",
  "acks-of-any-stream",
  "stale-ack-resurrects",
  "old-rows-taken",
  "pages-from-anywhere",
  "epoch-keeps-cursors",
  "refusal-stays-in-view",
  "refusal-forgets-text",
  "put-without-document",
  "put-without-elements",
  "base-not-kept",
  "dropped-scope-stays",
  "leftovers-stay",
  "marks-forgotten",
  "seed-of-its-own",
  "unknown-fields-dropped",
  "clock-behind-what-it-saw",
  // Given to the server's side.
  "evict-while-readable",
  "scopes-not-judged",
  "dedup-off",
  "stamps-as-sent",
  "comments-stay-behind",
  "forks-unnoticed",
  "feed-floor-ignored",
  "older-text-dropped",
  "forks-forgotten",
  "links-stay-behind",
  "corrected-twice",
  "emptied-forgotten",
  "rollback-unnoticed",
] as const;

/** The same for the content of files. */
export const blobFaults = [
  // Given to both sides: the device does not wait for content, and the server does not ask for it.
  "link-before-blob",
  // Given to the server's side.
  "blob-unverified",
  // Given to the device's side.
  "download-unverified",
  "late-download-stays",
] as const;
export type SyncFault = (typeof syncFaults)[number] | (typeof blobFaults)[number];
export type SyncFaults = ReadonlySet<SyncFault>;

export const noFaults: SyncFaults = new Set();

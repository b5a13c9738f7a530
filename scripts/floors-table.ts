/** A source folder, and what holds inside it. */
export interface Room {
  /** Below the repository's root. */
  readonly folder: string;
  /**
   * Its folders from the ground up: each imports from those before it alone, not from one beside it
   * in the same line. A folder below one that is named belongs to it, unless it is named itself.
   */
  readonly floors?: readonly (readonly string[])[];
  /** Its folders still import each other in circles. Take this away where it is no longer so. */
  readonly hasCircles?: boolean;
  /** Folders that may have more than 20 files. */
  readonly full?: readonly string[];
}

export const house: readonly Room[] = [
  {
    folder: "packages/core/src",
    floors: [
      ["error", "json", "time"],
      ["names"],
      ["filter"],
      ["markdown", "paging"],
      ["model"],
      ["clock", "text"],
      ["merge"],
      ["stores", "sync/protocol"],
      ["access", "audit", "commit", "feed", "register", "sync/profile"],
      ["attachment", "auth", "notification", "setting"],
      ["instance", "memo"],
      ["event", "share", "space", "user", "view"],
      ["webhook"],
      ["sync/generations", "sync/history"],
      ["sync/device", "sync/server"],
      ["upkeep"],
      ["router"],
    ],
  },
  {
    folder: "packages/db/src",
    hasCircles: true,
    // One file for each table and group of queries.
    full: ["packages/db/src/stores"],
  },
  { folder: "packages/client/src" },
  {
    folder: "packages/ui/src",
    hasCircles: true,
    full: ["packages/ui/src/editor", "packages/ui/src/sync", "packages/ui/src/timeline"],
  },
  { folder: "apps/desktop/src", hasCircles: true, full: ["apps/desktop/src/host"] },
  {
    folder: "apps/server/src",
    hasCircles: true,
    full: ["apps/server/src/files", "apps/server/src/http", "apps/server/src/rest"],
  },
];

/** Source folder with its import rules. */
export interface Room {
  /** Path relative to the repository's root. */
  readonly folder: string;
  /**
   * Folders from the lowest layer up. Each may import only from earlier lines, not from others in its own
   * line. A subfolder belongs to its nearest listed parent.
   */
  readonly floors?: readonly (readonly string[])[];
  /** Folders that may contain more than 20 files. */
  readonly full?: readonly string[];
}

export const house: readonly Room[] = [
  {
    folder: "packages/core/src",
    floors: [
      ["bytes", "concurrency", "debug", "error", "json", "time"],
      ["carets", "code", "names", "page"],
      ["filter"],
      ["markdown", "paging"],
      ["model"],
      ["clock", "text"],
      ["merge"],
      ["stores", "sync/protocol"],
      ["access", "audit", "commit", "feed", "register", "sync/profile"],
      ["attachment", "auth", "limits", "notification", "setting"],
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
    floors: [
      ["blobs", "sql"],
      ["filter", "schema"],
      ["memo-list", "schema/migrations", "text-index"],
      ["dialect"],
      ["dialect/wasm", "stores/shared"],
      ["stores/device", "stores/server"],
      ["stores"],
      // Worker threads for long lists read through the stores.
      ["dialect/node"],
      ["derived"],
    ],
    // One file per schema migration.
    full: ["packages/db/src/schema/migrations"],
  },
  {
    folder: "packages/db-postgres/src",
    floors: [
      ["search"],
      ["connection"],
      ["limits", "lists", "schema", "signals", "text"],
      ["derived"],
      ["move"],
    ],
  },
  { folder: "packages/client/src" },
  { folder: "packages/mcp/src", floors: [["files", "text"], ["tools"]] },
  {
    folder: "packages/ui/src",
    // `editor`, `sync` and `timeline` themselves contain the code that their parts share.
    floors: [
      ["locales"],
      ["language", "lazy"],
      ["address", "keys", "state", "theme", "time"],
      ["focus"],
      ["feedback"],
      ["commands", "data", "people"],
      ["browser"],
      ["shell"],
      ["viewer"],
      ["attachments", "tags"],
      ["refused", "unsent"],
      ["memo", "search"],
      ["editor", "history", "share", "side", "sync", "timeline"],
      ["sync/unsent"],
      [
        "editor/audience",
        "editor/carets",
        "editor/focus-mode",
        "editor/kept",
        "editor/markdown",
        "sync/connect",
        "sync/details",
        "timeline/list",
        "timeline/merge",
      ],
      ["editor/files"],
      ["editor/paste"],
      ["editor/completion", "editor/recording"],
      ["editor/composer", "editor/inline", "keyboard", "sync/pill"],
      ["selection", "timeline/card"],
      ["timeline/screen"],
      ["explore", "library", "memo-page", "print", "tasks"],
      ["inbox", "panel"],
      ["performance", "received", "safety", "transfer"],
      ["report"],
      ["settings"],
      ["admin"],
      ["views"],
      ["palette"],
      ["frame"],
      ["capture", "phone"],
      ["app"],
    ],
  },
  {
    folder: "packages/replica/src",
    floors: [
      ["platform", "rpc"],
      ["changes"],
      ["files", "inbox", "tags"],
      ["sync"],
      ["connection"],
      ["app"],
      ["profile"],
    ],
  },
  {
    folder: "packages/transfer/src",
    floors: [
      ["bytes"],
      ["encodings"],
      ["archive", "target"],
      ["text"],
      ["markdown", "plan"],
      ["joplin", "keep", "memos", "run", "undo"],
      ["memos-db", "memos-export", "obsidian", "tidemark"],
      ["logseq"],
      ["formats", "jobs"],
      ["node", "web"],
    ],
  },
  { folder: "apps/desktop/src" },
  {
    folder: "apps/web/src",
    floors: [
      ["owner", "shares"],
      ["page", "service-worker", "worker"],
    ],
  },
  {
    folder: "apps/server/src",
    floors: [
      ["ai", "auth", "control", "disk", "export", "net", "threads", "web/builds"],
      ["cli"],
      ["merge"],
      ["http/errors", "http/routing"],
      ["http/forms", "http/guards"],
      ["http/answers"],
      ["http/bodies"],
      ["files/formats", "files/raster", "files/uploads"],
      ["files/wipe"],
      ["files/media", "files/store"],
      ["backup", "files/transfer", "start"],
      ["services"],
      ["ops", "rest/shared", "verbs"],
      ["rest/attachment", "rest/reaction", "rest/relation", "rest/webhook"],
      ["rest/memo", "rest/user"],
      ["rest/auth", "rest/instance"],
      ["rest"],
      ["files/routes", "legacy", "mcp", "pages", "sync", "webhook"],
      ["public"],
      ["connect", "web"],
      ["app", "cluster"],
    ],
  },
  { folder: "packages/core/tests" },
  { folder: "packages/db/tests" },
  { folder: "packages/db-postgres/tests" },
  { folder: "packages/transfer/tests" },
  { folder: "packages/ui/tests" },
  { folder: "apps/desktop/tests" },
  { folder: "apps/server/tests" },
  // The simulation is one program whose files are named by their function: `check-…`, `choose-…`.
  { folder: "tests", full: ["tests/simulation"] },
];

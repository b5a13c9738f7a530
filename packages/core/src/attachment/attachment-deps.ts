import type { Database } from "../stores/database.ts";
import type { CommitDeps } from "../commit/commit-deps.ts";
import type { PageTokens } from "../paging/page-token.ts";
import type { AttachmentLimits } from "../access/attachment-limits.ts";
import type { BlobStore } from "./file/blob-store.ts";
import type { InspectMedia } from "./file/inspect-media.ts";
import type { UserReference } from "../names/names.ts";

/** What the attachment service is built from. */
export interface AttachmentDeps<Side extends Database = Database> {
  /** Attaching changes the memo too, in the way that the memo service would. */
  readonly memoDeps: CommitDeps<Side> & {
    readonly pageTokens: PageTokens;
    /** A fresh attachment id. */
    readonly newId: () => string;
  };
  readonly blobs: BlobStore;
  readonly inspectMedia: InspectMedia;
  readonly limits: () => AttachmentLimits;
  /** The user's `saveMediaMetadata`: whether what cameras write into files is kept. */
  readonly keepsMetadata: (user: UserReference) => Promise<boolean>;
}

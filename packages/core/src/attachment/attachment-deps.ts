import type { Database } from "../stores/database.ts";
import type { CommitDeps } from "../commit/commit-deps.ts";
import type { PageTokens } from "../paging/page-token.ts";
import type { AttachmentLimits } from "../access/attachment-limits.ts";
import type { BlobStore } from "./file/blob-store.ts";
import type { InspectMedia } from "./file/inspect-media.ts";
import type { UserReference } from "../names/names.ts";

export interface AttachmentDeps<Side extends Database = Database> {
  /** Dependencies for changing the memo: attaching a file changes its memo too. */
  readonly memoDeps: CommitDeps<Side> & {
    readonly pageTokens: PageTokens;
    /** Returns a new attachment id. */
    readonly newId: () => string;
  };
  readonly blobs: BlobStore;
  readonly inspectMedia: InspectMedia;
  readonly limits: () => AttachmentLimits;
  /** Returns the user's `saveMediaMetadata` setting: true if camera metadata in files is stored. */
  readonly keepsMetadata: (user: UserReference) => Promise<boolean>;
}

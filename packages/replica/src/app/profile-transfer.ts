import { appError, err } from "@tidemark/core";
import type { AppTransfer } from "@tidemark/core/router";
import type { FilesReply, FilesRequest } from "../rpc/files-request.ts";

/** Import and export of memos, implemented outside the replica. */
export interface ProfileTransfer extends AsyncDisposable {
  readonly app: AppTransfer;
  /** Handles the page's requests for import uploads and exports; null for other requests. */
  files(request: FilesRequest): Promise<FilesReply> | null;
}

const refused = err(appError("UNIMPLEMENTED", "import and export aren't available here"));

/** Implementation for hosts without import and export. */
export const noTransfer: ProfileTransfer = {
  app: {
    state: async () => ({ job: null, export: null }),
    begin: async () => refused,
    rows: async () => ({ rows: [], total: 0 }),
    run: async () => refused,
    stop: async () => {},
    runs: async () => [],
    undo: async () => refused,
  },
  files: () => null,
  async [Symbol.asyncDispose]() {},
};

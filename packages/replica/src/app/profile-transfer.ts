import { appError, err } from "@tidemark/core";
import type { AppTransfer } from "@tidemark/core/router";
import type { FilesReply, FilesRequest } from "../rpc/files-request.ts";

/** What brings memos of other programs in and takes them out; it is no part of the replica. */
export interface ProfileTransfer extends AsyncDisposable {
  readonly app: AppTransfer;
  /** Answers the page for what it sends to be read, and for the export; null: it is none of that. */
  files(request: FilesRequest): Promise<FilesReply> | null;
}

const refused = err(appError("UNIMPLEMENTED", "import and export aren't available here"));

/** Stands where nothing comes in or goes out. */
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

import { findReadable } from "./read-access.ts";
import type { ReadAccess } from "../model/caller.ts";
import type { ReadStores } from "../stores/database.ts";
import type { AttachmentRecord } from "../model/attachment.ts";

/** Reader of a file: a caller, or a client with a share link only. */
export interface FileReader {
  /** null: the reader sees only the shared memo. */
  readonly access: ReadAccess | null;
  /** Id of the shared memo, or null. */
  readonly sharedMemo: string | null;
}

/**
 * Returns true if the attachment exists for the reader. This is the case for their own files, files of memos
 * that they may read, and files of the memo shared with them (docs/api-decisions.md §3). The owner of a
 * trashed memo can read its files, including those of comments.
 */
export async function mayReadAttachment(
  stores: Pick<ReadStores, "memos">,
  { access, sharedMemo }: FileReader,
  attachment: AttachmentRecord,
): Promise<boolean> {
  if (access?.user === attachment.creator) return true;
  if (attachment.memo === null) return false;
  if (attachment.memo === sharedMemo) return true;
  if (access === null) return false;
  return (await findReadable(stores.memos, access, attachment.memo, true)) !== null;
}

import { findReadable } from "./read-access.ts";
import type { ReadAccess } from "../model/caller.ts";
import type { ReadStores } from "../stores/database.ts";
import type { AttachmentRecord } from "../model/attachment.ts";

/** Who reads a file: a caller, or somebody who has nothing but a share link. */
export interface FileReader {
  /** null: only what is shared. */
  readonly access: ReadAccess | null;
  /** Id of the shared memo, or null. */
  readonly sharedMemo: string | null;
}

/**
 * True when the attachment exists for the reader: their own, one of a memo that they may read, or
 * of the memo that was shared with them (docs/api-decisions.md §3). Who looks into their trash finds
 * the files there, those of comments too.
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

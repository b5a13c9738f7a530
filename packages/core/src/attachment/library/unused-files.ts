import type { Caller } from "../../model/caller.ts";
import type { AttachmentRecord } from "../../model/attachment.ts";
import { namedFiles } from "../../markdown/links/named-files.ts";
import type { ReadStores } from "../../stores/database.ts";

/** What waits on a device to become part of a memo. A server knows of none. */
export interface WaitingParts {
  /** Ids of files that wait with a draft. */
  readonly files: readonly string[];
  /** Texts that are not saved as a memo yet. */
  readonly texts: readonly string[];
}

export const nothingWaits: WaitingParts = { files: [], texts: [] };

type Stores = Pick<ReadStores, "attachments">;

/**
 * Those of some files that nothing uses: they are on no memo, wait with no draft, and no text that is
 * stored names their address (rule M25), be it archived, a comment or in the trash.
 */
export async function unusedAmong(
  stores: Stores,
  caller: Caller,
  files: readonly AttachmentRecord[],
  waiting: WaitingParts,
): Promise<AttachmentRecord[]> {
  const waits = new Set([...waiting.files, ...waiting.texts.flatMap(namedFiles)]);
  const loose = files.filter(
    ({ id, memo, creator }) => memo === null && creator === caller.name && !waits.has(id),
  );
  const named = await stores.attachments.namedInTexts(loose.map(({ id }) => id));
  return loose.filter(({ id }) => !named.has(id));
}

/** What is unused of all, as far as it was looked at. */
export interface UnusedFiles {
  readonly ids: readonly string[];
  readonly bytes: number;
  /** Whether there may be more than were looked at. */
  readonly isMore: boolean;
}

/** So many files without a memo are looked at: each is looked for in the texts. */
const maxLookedAt = 1000;

/** All that nothing uses, newest first, of the newest thousand that are on no memo. */
export async function findUnused(
  stores: Stores,
  caller: Caller,
  waiting: WaitingParts,
): Promise<UnusedFiles> {
  const loose = await stores.attachments.listShelf({
    creator: caller.name,
    shelf: "loose",
    order: "time",
    name: "",
    after: null,
    limit: maxLookedAt + 1,
  });
  const unused = await unusedAmong(stores, caller, loose.slice(0, maxLookedAt), waiting);
  return {
    ids: unused.map(({ id }) => id),
    bytes: unused.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    isMore: loose.length > maxLookedAt,
  };
}

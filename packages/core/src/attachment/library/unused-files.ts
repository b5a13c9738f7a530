import type { Caller } from "../../model/caller.ts";
import type { AttachmentRecord } from "../../model/attachment.ts";
import { namedFiles } from "../../markdown/links/named-files.ts";
import type { ReadStores } from "../../stores/database.ts";

/** Unsaved content on a device that uses files. A server has none. */
export interface WaitingParts {
  /** Ids of files in drafts. */
  readonly files: readonly string[];
  /** Texts that aren't saved as a memo yet. */
  readonly texts: readonly string[];
}

export const nothingWaits: WaitingParts = { files: [], texts: [] };

type Stores = Pick<ReadStores, "attachments">;

/**
 * Returns the files that nothing uses. They are on no memo and in no draft, and no stored text names their
 * address (rule M25), including archived memos, comments and the trash.
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

/** Unused files among those examined. */
export interface UnusedFiles {
  readonly ids: readonly string[];
  readonly bytes: number;
  /** True if more files exist than were examined. */
  readonly isMore: boolean;
}

/** Maximum number of files without a memo to examine: each one requires a search in the texts. */
const maxLookedAt = 1000;

/** Finds unused files, newest first, among the newest thousand that are on no memo. */
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

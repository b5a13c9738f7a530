import { appError, type AppError, notFound } from "../errors.ts";
import type { PageRequest } from "../page-list.ts";
import { pageSizeOf } from "../page-token.ts";
import type { ReadStores, RevisionRecord } from "../ports.ts";
import { err, ok, type Result } from "../result.ts";
import { type Caller, findReadable, readAccess } from "./access.ts";
import type { MemoDeps } from "./memo-deps.ts";
import type { MemoRecord } from "./model.ts";
import { updateMemo } from "./write-memo.ts";

export interface RevisionPage {
  /** Newest first. */
  readonly revisions: readonly RevisionRecord[];
  /** "" on the last page. */
  readonly nextPageToken: string;
}

/** Texts that a memo of the caller's had before. */
export async function listRevisions(
  deps: MemoDeps,
  caller: Caller,
  memo: string,
  { pageSize: askedSize, pageToken }: PageRequest,
): Promise<Result<RevisionPage, AppError>> {
  const asked = ["revisions", memo];
  const position = pageToken === "" ? null : deps.pageTokens.open(pageToken, asked);
  if (position?.ok === false) return position;
  const pageSize = pageSizeOf(askedSize, position?.value ?? null);
  return deps.database.read(async (stores) => {
    const owned = await findOwned(stores, caller, memo);
    if (!owned.ok) return owned;
    const rows = await stores.revisions.listByMemo(memo, pageSize + 1, position?.value.after.id);
    const revisions = rows.slice(0, pageSize);
    const last = revisions.at(-1);
    const isLast = last === undefined || rows.length === revisions.length;
    const after = { values: [], id: last?.id ?? "" };
    return ok({
      revisions,
      nextPageToken: isLast ? "" : deps.pageTokens.seal({ after, nowMs: 0, pageSize }, asked),
    });
  });
}

/** Makes an earlier text the memo's text again; the one that it had becomes a revision. */
export async function restoreRevision(
  deps: MemoDeps,
  caller: Caller,
  memo: string,
  id: string,
): Promise<Result<MemoRecord, AppError>> {
  const revision = await deps.database.read(async (stores) => {
    const owned = await findOwned(stores, caller, memo);
    if (!owned.ok) return owned;
    const found = await stores.revisions.find(id);
    return found === null || found.memo !== memo ? err(notFound()) : ok(found);
  });
  if (!revision.ok) return revision;
  return updateMemo(
    deps,
    caller,
    memo,
    { content: revision.value.content },
    { textReason: "restore" },
  );
}

async function findOwned(
  stores: ReadStores,
  caller: Caller,
  memo: string,
): Promise<Result<MemoRecord, AppError>> {
  const found = await findReadable(stores.memos, readAccess(caller), memo, false);
  if (found === null) return err(notFound());
  if (found.creator === caller.name) return ok(found);
  return err(appError("PERMISSION_DENIED", "only its creator may see earlier texts"));
}

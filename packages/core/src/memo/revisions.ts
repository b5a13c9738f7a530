import { appError, type AppError, notFound } from "../error/errors.ts";
import type { PageRequest } from "../paging/page-list.ts";
import { pageSizeOf } from "../paging/page-token.ts";
import {
  collectPage,
  endOfPart,
  type PageInParts,
  pagePartBytes,
  readParts,
} from "../paging/page-parts.ts";
import type { ReadStores } from "../stores/database.ts";
import type { RevisionPlace, RevisionRecord } from "../stores/revision-store.ts";
import { err, ok, type Result } from "../error/result.ts";
import type { Caller } from "../model/caller.ts";
import { findReadable, readAccess } from "../access/read-access.ts";
import type { MemoDeps } from "./memo-deps.ts";
import type { MemoRecord } from "../model/memo.ts";
import { updateWithin } from "./update-memo.ts";

export interface RevisionPage {
  /** Newest first. */
  readonly revisions: readonly RevisionRecord[];
  /** "" on the last page. */
  readonly nextPageToken: string;
}

/** Returns earlier texts of the caller's memo; fewer than requested if they are large. */
export async function listRevisions(
  deps: MemoDeps,
  caller: Caller,
  memo: string,
  page: PageRequest,
): Promise<Result<RevisionPage, AppError>> {
  const opened = await openRevisions(deps, caller, memo, page);
  if (!opened.ok) return opened;
  const { items, nextPageToken } = await collectPage(opened.value, ({ content }) => content.length);
  return ok({ revisions: items, nextPageToken });
}

/** Opens the same page for streaming. */
export async function openRevisions(
  deps: MemoDeps,
  caller: Caller,
  memo: string,
  { pageSize: askedSize, pageToken }: PageRequest,
): Promise<Result<PageInParts<RevisionRecord>, AppError>> {
  const asked = ["revisions", memo];
  const position = pageToken === "" ? null : deps.pageTokens.open(pageToken, asked);
  if (position?.ok === false) return position;
  const pageSize = pageSizeOf(askedSize, position?.value ?? null);
  return deps.database.read(async (stores) => {
    const owned = await findOwned(stores, caller, memo);
    if (!owned.ok) return owned;
    const after = position?.value.after.id;
    const found = await stores.revisions.places(memo, pageSize + 1, after);
    const places = found.slice(0, pageSize);
    const end = endOfPart(places, 0, pagePartBytes);
    const read = async (some: readonly RevisionPlace[], from: Pick<ReadStores, "revisions">) => {
      const revisions = await from.revisions.findMany(some.map(({ id }) => id));
      const byId = new Map(revisions.map((revision) => [revision.id, revision]));
      return some.map(({ id }) => byId.get(id)).filter((revision) => revision !== undefined);
    };
    return ok({
      first: await read(places.slice(0, end), stores),
      isWhole: end === places.length,
      rest: () =>
        readParts(places.slice(end), (some) =>
          deps.database.read(async (later) =>
            (await findOwned(later, caller, memo)).ok ? read(some, later) : [],
          ),
        ),
      tokenAfter(last) {
        const id = last?.id ?? places.at(-1)?.id;
        const isLast = id === places.at(-1)?.id && found.length === places.length;
        if (id === undefined || isLast) return "";
        return deps.pageTokens.seal({ after: { values: [], id }, nowMs: 0, pageSize }, asked);
      },
    });
  });
}

/** Restores an earlier text; the current one becomes a revision. */
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
  const { content } = revision.value;
  return deps.database.write(
    (stores) =>
      updateWithin({ stores, deps, caller }, memo, { content }, { textReason: "restore" }),
    caller,
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
  return err(appError("PERMISSION_DENIED", "only its creator may see its version history"));
}

import { type AppError, type DeviceDatabase, err, ok, type Result } from "@tidemark/core";
import { createMemoService } from "@tidemark/core/memo";
import type { AttachmentRecord, MemoRecord } from "@tidemark/core/model";
import type {
  BackupMemo,
  BackupMemoPage,
  BackupMemosInput,
  BackupMemoState,
} from "@tidemark/core/router";
import { memoQueryOf, type ProfileServices } from "@tidemark/replica";
import type { ReadBackup } from "./read-backup.ts";
import { addressesMasked } from "./renamed-addresses.ts";
import { findPresent, type PresentMemo } from "./present-memos.ts";

const pageSize = 50;
/** More than the lines that the list shows. */
const shownLength = 400;

const scopes = ["all", "trash"] as const;

/** Lists the user's memos in a backup: first all but the trash, newest first, then the trash. */
export async function listBackupMemos(
  backup: ReadBackup,
  { memoDeps, caller }: ProfileServices,
  { search, cursor }: Pick<BackupMemosInput, "search" | "cursor">,
): Promise<Result<BackupMemoPage, AppError>> {
  const memos = createMemoService({ ...memoDeps, database: backup.database });
  const reader = { ...(await caller()), name: backup.user, spaces: [] };
  const [begun, token] = splitCursor(cursor);
  for (const scope of scopes.slice(scopes.indexOf(begun))) {
    const query = memoQueryOf(
      {
        view: "timeline",
        scope,
        search,
        tag: null,
        pageSize,
        cursor: scope === begun ? token : "",
      },
      { nowMs: Date.now(), user: backup.user },
    );
    if (!query.ok) return query;
    const { list } = query.value;
    const own = `creator == ${JSON.stringify(backup.user)}`;
    const filter = list.filter === "" ? own : `${list.filter} && ${own}`;
    const page = await memos.list(reader, { ...list, filter });
    if (!page.ok) return err(page.error);
    const { nextPageToken } = page.value;
    const next = nextPageToken === "" ? (scope === "all" ? "trash:" : null) : nextPageToken;
    if (page.value.memos.length === 0 && next === "trash:") continue;
    return ok({
      memos: await described(backup, memoDeps.database, page.value.memos, (await caller()).name),
      nextCursor: nextPageToken === "" ? next : `${scope}:${nextPageToken}`,
      failure: null,
    });
  }
  return ok({ memos: [], nextCursor: null, failure: null });
}

function splitCursor(cursor: string | null): readonly [(typeof scopes)[number], string] {
  if (cursor?.startsWith("trash:") === true) return ["trash", cursor.slice("trash:".length)];
  return ["all", cursor?.slice("all:".length) ?? ""];
}

async function described(
  backup: ReadBackup,
  database: DeviceDatabase,
  records: readonly MemoRecord[],
  user: MemoRecord["creator"],
): Promise<BackupMemo[]> {
  const ids = records.map(({ id }) => id);
  const files = Map.groupBy(
    await backup.database.read(({ attachments }) => attachments.listByMemos(ids)),
    ({ memo }) => memo ?? "",
  );
  const present = await findPresent(database, ids, user);
  return records.map((record) => {
    const { id, content, tags, createdMs, parent, deletedMs } = record;
    const its = files.get(id) ?? [];
    return {
      id,
      text: beginningOf(content),
      tags,
      createdMs,
      files: its.length,
      isComment: parent !== null,
      wasTrashed: deletedMs !== null,
      now: stateOf(record, its, present.get(id)),
    };
  });
}

function beginningOf(content: string): string {
  const text = content.trim();
  return text.length > shownLength ? `${text.slice(0, shownLength).toWellFormed()}…` : text;
}

function stateOf(
  then: MemoRecord,
  files: readonly AttachmentRecord[],
  now: PresentMemo | undefined,
): BackupMemoState {
  if (now === undefined) return "gone";
  if (now.memo.deletedMs !== null) return then.deletedMs === null ? "trashed" : "same";
  return isSameText(then, now.memo) && missingFiles(files, now).length === 0 ? "same" : "changed";
}

/** Compares texts. In a memo that was created again, the addresses of its files differ. */
export function isSameText(then: MemoRecord, now: MemoRecord): boolean {
  if (then.content === now.content) return true;
  return then.id !== now.id && addressesMasked(then.content) === addressesMasked(now.content);
}

/** Returns the files of a backup's memo that the memo doesn't have now. */
export function missingFiles(
  then: readonly AttachmentRecord[],
  { files }: PresentMemo,
): AttachmentRecord[] {
  const isThere = (file: AttachmentRecord): boolean =>
    files.some(
      ({ id, sha256, externalLink }) =>
        id === file.id ||
        (file.sha256 === null ? externalLink === file.externalLink : sha256 === file.sha256),
    );
  return then.filter((file) => !isThere(file));
}

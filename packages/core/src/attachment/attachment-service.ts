import { notFound, type AppError } from "../error/errors.ts";
import { findReadable, readAccess } from "../access/read-access.ts";
import type { Caller } from "../model/caller.ts";
import { resolveOlderIds } from "../names/older-ids.ts";
import type { PageRequest } from "../paging/page-list.ts";
import { pageSizeOf } from "../paging/page-token.ts";
import type { Keyset } from "../paging/order-by.ts";
import { err, ok, type Result } from "../error/result.ts";
import { mayReadAttachment, type FileReader } from "../access/attachment-access.ts";
import type { AttachmentDeps } from "./attachment-deps.ts";
import {
  listAttachments,
  type AttachmentPage,
  type ListAttachmentsInput,
} from "./list-attachments.ts";
import type { AttachmentRecord } from "../model/attachment.ts";
import { receiveFile, type ReceivedFile } from "./receive-file.ts";
import { sweepBlobs, type SweptBlobs } from "./sweep-blobs.ts";
import {
  createAttachment,
  removeAttachments,
  updateAttachment,
  type AttachmentChanges,
  type NewAttachment,
} from "./write-attachment.ts";

type Outcome<T> = Promise<Result<T, AppError>>;

/**
 * All operations on attachments. The memo service writes which attachments a memo has. Operations here on an
 * attached file also update its memo's updateTime.
 */
export interface AttachmentService {
  /** Receives a file as a stream, for `create`. Doesn't store it. */
  receive(
    caller: Caller,
    file: { readonly filename: string; readonly type: string },
    source: AsyncIterable<Uint8Array>,
  ): Outcome<ReceivedFile>;
  create(caller: Caller, input: NewAttachment): Outcome<AttachmentRecord>;
  /** Lists the caller's own attachments. */
  list(caller: Caller, input: ListAttachmentsInput): Outcome<AttachmentPage>;
  get(caller: Caller, id: string): Outcome<AttachmentRecord>;
  /** Finds an attachment by its legacy integer id. */
  getByNumber(caller: Caller, number: number): Outcome<AttachmentRecord>;
  /**
   * Resolves references, which are ids or legacy integer ids, to ids, in the order given. References that
   * match no attachment are returned unchanged.
   */
  idsOf(references: readonly string[]): Promise<string[]>;
  /** Returns the attachment to a reader who downloads the file. */
  getForReader(reader: FileReader, id: string): Outcome<AttachmentRecord>;
  update(caller: Caller, id: string, changes: AttachmentChanges): Outcome<AttachmentRecord>;
  /** Removes all of them or none. */
  remove(caller: Caller, ids: readonly string[]): Outcome<null>;
  /** Lists the attachments of a memo that the caller may read, in order. */
  listOfMemo(caller: Caller, memo: string, page: PageRequest): Outcome<AttachmentPage>;
  /**
   * Returns the attachments of memos that the caller has just read, by memo id and in order, in one query.
   * Memos without attachments are left out.
   */
  ofMemos(memos: readonly string[]): Promise<ReadonlyMap<string, readonly AttachmentRecord[]>>;
  /** Removes content that no attachment has used for seven days, until `stopping` aborts. */
  sweep(stopping?: { readonly aborted: boolean }): Promise<SweptBlobs>;
  /** Returns the hashes whose content no attachment uses. */
  unusedAmong(hashes: readonly string[]): Promise<string[]>;
}

export function createAttachmentService(deps: AttachmentDeps): AttachmentService {
  const { database, pageTokens, clock } = deps.memoDeps;

  async function readable(
    reader: FileReader,
    by: { readonly id: string } | { readonly number: number },
  ): Outcome<AttachmentRecord> {
    return database.read(async (stores) => {
      const found =
        "id" in by
          ? await stores.attachments.find(by.id)
          : await stores.attachments.findByNumber(by.number);
      const exists = found !== null && (await mayReadAttachment(stores, reader, found));
      return exists ? ok(found) : err(notFound());
    });
  }

  return {
    receive: (caller, file, source) => receiveFile(deps, caller, file, source),
    create: (caller, input) => createAttachment(deps, caller, input),
    list: (caller, input) => listAttachments(deps, caller, input),
    get: (caller, id) => readable(asReader(caller), { id }),
    getByNumber: (caller, number) => readable(asReader(caller), { number }),
    idsOf: (references) =>
      database.read((stores) =>
        resolveOlderIds(references, (numbers) => stores.attachments.idsByNumber(numbers)),
      ),
    getForReader: (reader, id) => readable(reader, { id }),
    update: (caller, id, changes) => updateAttachment(deps, caller, id, changes),
    remove: (caller, ids) => removeAttachments(deps, caller, [...new Set(ids)]),
    async listOfMemo(caller, memo, { pageSize: askedSize, pageToken }) {
      const asked = ["memo-attachments", memo];
      const position = pageToken === "" ? null : pageTokens.open(pageToken, asked);
      if (position?.ok === false) return position;
      const pageSize = pageSizeOf(askedSize, position?.value ?? null);
      const files = await database.read(async (stores) => {
        const found = await findReadable(stores.memos, readAccess(caller), memo, false);
        return found === null ? null : stores.attachments.listByMemos([memo]);
      });
      if (files === null) return err(notFound());
      const left = position === null ? files : filesAfter(files, position.value.after);
      const attachments = left.slice(0, pageSize);
      const last = attachments.at(-1);
      const isLast = left.length === attachments.length || last === undefined;
      return ok({
        attachments,
        nextPageToken: isLast
          ? ""
          : pageTokens.seal(
              { after: { values: [last.position], id: last.id }, nowMs: clock.nowMs(), pageSize },
              asked,
            ),
      });
    },
    async ofMemos(memos) {
      if (memos.length === 0) return new Map();
      const files = await database.read((stores) => stores.attachments.listByMemos(memos));
      return Map.groupBy(files, (file) => file.memo ?? "");
    },
    sweep: (stopping) => sweepBlobs(deps.blobs, database, clock.nowMs(), stopping),
    unusedAmong: (hashes) =>
      database.write(async ({ blobMarks }) => {
        const used = await blobMarks.usedAmong(hashes);
        return hashes.filter((sha256) => !used.has(sha256));
      }),
  };
}

/**
 * Returns the files after the one in the keyset, even if it was removed since. Two files may share a
 * position.
 */
function filesAfter(
  files: readonly AttachmentRecord[],
  { id, values }: Keyset,
): readonly AttachmentRecord[] {
  const at = files.findIndex((file) => file.id === id);
  return at >= 0 ? files.slice(at + 1) : files.filter((file) => file.position > Number(values[0]));
}

function asReader(caller: Caller): FileReader {
  return { access: readAccess(caller), sharedMemo: null };
}

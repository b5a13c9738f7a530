import {
  type AppError,
  appError,
  type DeviceDatabase,
  err,
  notFound,
  ok,
  type Result,
  type Thumbnail,
} from "@tidemark/core";
import {
  answerFile,
  type AttachmentService,
  type BlobStore,
  type FileAnswer,
  type FileRequest,
  pinContent,
  servedAttachment,
  type ServedFile,
  shownFilename,
  shownKind,
} from "@tidemark/core/attachment";
import type { AttachmentRecord, AttachmentRow, MediaMetadata } from "@tidemark/core/model";
import type { Caller } from "@tidemark/core/model";
import type { MemoService } from "@tidemark/core/memo";
import { findRefusedFile } from "@tidemark/core/sync/device";
import type {
  AbortSignalLike,
  AppAttachments,
  AppLibrary,
  AttachmentView,
  MemoView,
  Transcript,
  TranscriptRefusal,
} from "@tidemark/core/router";
import type { ChangeHub } from "../changes/change-hub.ts";
import { draftFilesKeys } from "./draft-files-keys.ts";
import { createHostLibrary, type HostLibraryDeps } from "./host-library.ts";

export interface HostAttachmentsDeps {
  readonly database: DeviceDatabase;
  readonly memos: MemoService;
  readonly attachments: AttachmentService;
  readonly memoDeps: HostLibraryDeps["memoDeps"];
  readonly blobs: BlobStore;
  readonly changes: ChangeHub;
  readonly caller: () => Promise<Caller>;
  /** Downloads the content of an attachment to this device. */
  readonly download: (attachment: AttachmentRecord) => Promise<Result<null, AppError>>;
  /** Returns the server's transcript of a recording. */
  readonly transcribe: (
    id: string,
    signal: AbortSignalLike | undefined,
  ) => Promise<Result<string, TranscriptRefusal>>;
  /** Called when content that may be missing should be downloaded. */
  readonly wanted: () => void;
  /** Returns true if there is a server that has the content too. */
  readonly hasServer: () => boolean;
  /** True if nothing is stored on the device: the page then loads files from the server. */
  readonly isInMemory: boolean;
  /** Called when content is opened. */
  readonly used: (sha256: string) => Promise<void>;
}

export interface PageFileRequest extends FileRequest {
  /** True requests the thumbnail of a picture, without falling back to the picture. */
  readonly isSmall: boolean;
}

/** A file as uploaded by the page. */
export interface NewFile {
  readonly filename: string;
  /** Media type; `""` to detect it from the content. */
  readonly type: string;
  readonly sizeBytes: number;
  /** Metadata measured by the page. */
  readonly metadata: MediaMetadata;
}

/** Content of attachments, for any transport of the page's requests. */
export interface HostFiles {
  /** Stores a file, attached to no memo yet. Rejects an incomplete one. */
  upload(
    file: NewFile,
    source: AsyncIterable<Uint8Array>,
  ): Promise<Result<AttachmentView, AppError>>;
  /**
   * Serves a file, including the content of a rejected one. NOT_FOUND also if the content isn't on this
   * device.
   */
  answer(id: string, request: PageFileRequest): Promise<Result<FileAnswer, AppError>>;
}

export interface HostAttachments extends HostFiles {
  /** Returns the attachments of memos that were just read, by memo, in order. */
  ofMemos(memos: readonly string[]): Promise<ReadonlyMap<string, readonly AttachmentView[]>>;
  /** Returns the attachment functions of the app router's `App`; `view` loads a memo's view. */
  app(view: (memo: string) => Promise<Result<MemoView, AppError>>): AppAttachments;
  /** The user's files, on any memo or none. */
  readonly library: AppLibrary;
}

/** Local state of attachments: pinned ones by id, and thumbnails by content. */
interface KeptOfThem {
  readonly pinned: ReadonlySet<string>;
  readonly smalls: ReadonlyMap<string, Thumbnail>;
}

const useEveryMs = 3_600_000;
const maxNoted = 10_000;

/** Returns the attachments of the profile's owner on this device. */
export function createHostAttachments(deps: HostAttachmentsDeps): HostAttachments {
  const { database, memos, attachments, blobs, changes, caller } = deps;

  async function view(
    record: AttachmentRecord,
    { pinned, smalls }: KeptOfThem,
  ): Promise<AttachmentView> {
    const { id, filename, type, sizeBytes, sha256, externalLink, metadata } = record;
    const isAtHand = deps.isInMemory && deps.hasServer();
    const isHere = sha256 !== null && (isAtHand || (await blobs.has(sha256)));
    const small = isHere ? undefined : smalls.get(sha256 ?? "");
    return {
      id,
      filename: shownFilename(filename),
      type,
      kind: shownKind(type),
      sizeBytes,
      width: metadata?.width ?? null,
      height: metadata?.height ?? null,
      durationSeconds: metadata?.video?.durationSeconds ?? null,
      externalLink,
      isHere,
      hasSmall: small !== undefined && (await blobs.has(small.sha256)),
      isKept: sha256 !== null && deps.hasServer() && !deps.isInMemory ? pinned.has(id) : null,
    };
  }

  const keptOf = (records: readonly AttachmentRecord[]): Promise<KeptOfThem> =>
    database.read(async ({ blobCache, thumbnails }) => ({
      pinned: await blobCache.pinnedAmong(records.map(({ id }) => id)),
      smalls: await thumbnails.among(records.flatMap(({ sha256 }) => sha256 ?? [])),
    }));

  async function servedSmall(file: AttachmentRow): Promise<ServedFile | null> {
    const sha256 = file.sha256 ?? "";
    const smalls = await database.read(({ thumbnails }) => thumbnails.among([sha256]));
    const small = smalls.get(sha256);
    if (small === undefined) return null;
    const named = { filename: `${file.filename}.webp`, type: "image/webp" };
    return servedAttachment(blobs, { ...file, ...named, ...small }, { motion: false });
  }

  /** Time of the last recorded use by content hash: a page requests the same pictures repeatedly. */
  const notedMs = new Map<string, number>();
  async function noteUse(sha256: string | null): Promise<void> {
    const nowMs = Date.now();
    if (sha256 === null || nowMs - (notedMs.get(sha256) ?? 0) < useEveryMs) return;
    if (notedMs.size >= maxNoted) notedMs.clear();
    notedMs.set(sha256, nowMs);
    await deps.used(sha256);
  }

  async function views(records: readonly AttachmentRecord[]): Promise<AttachmentView[]> {
    const kept = await keptOf(records);
    return Promise.all(records.map((record) => view(record, kept)));
  }

  async function transcript(
    { id }: AttachmentRecord,
    signal: AbortSignalLike | undefined,
  ): Promise<Transcript> {
    const isWaiting = await database.read(
      async ({ blobUploads, outbox }) =>
        (await blobUploads.find(id)) !== null || (await outbox.marksAmong([id])).waiting.has(id),
    );
    if (isWaiting) return { type: "refused", reason: "waits" };
    const written = await deps.transcribe(id, signal);
    if (!written.ok) return { type: "refused", reason: written.error };
    const { memo } = (await database.read(({ attachments: kept }) => kept.find(id))) ?? {
      memo: null,
    };
    return { type: "text", text: written.value, memo };
  }

  const viewOf = async (record: AttachmentRecord): Promise<AttachmentView> =>
    view(record, await keptOf([record]));

  async function viewed(
    outcome: Promise<Result<AttachmentRecord, AppError>>,
  ): Promise<Result<AttachmentView, AppError>> {
    const result = await outcome;
    return result.ok ? ok(await viewOf(result.value)) : result;
  }

  return {
    async upload({ filename, type, sizeBytes, metadata }, source) {
      const who = await caller();
      const received = await attachments.receive(who, { filename, type }, source);
      if (!received.ok) return received;
      await using file = received.value;
      if (file.blob.sizeBytes !== sizeBytes) return err(notWhole());
      const isMeasured = Object.keys(metadata).length > 0;
      return await viewed(attachments.create(who, { file, ...(isMeasured && { metadata }) }));
    },
    async answer(id, { isSmall, ...request }) {
      const found = await attachments.get(await caller(), id);
      const file = found.ok
        ? found.value
        : await database.read((stores) => findRefusedFile(stores, id));
      if (file === null) return err(notFound());
      const served = isSmall
        ? await servedSmall(file)
        : await servedAttachment(blobs, file, { motion: false });
      await noteUse(file.sha256);
      return served === null ? err(notFound()) : ok(await answerFile(request, served));
    },
    library: createHostLibrary({ ...deps, views }),
    async ofMemos(ids) {
      const found = await attachments.ofMemos(ids);
      const kept = await keptOf([...found.values()].flat());
      const shown = await Promise.all(
        [...found].map(async ([memo, records]) => {
          const its = await Promise.all(records.map((record) => view(record, kept)));
          return [memo, its] as const;
        }),
      );
      return new Map(shown);
    },
    app: (viewMemo) => ({
      async ofDraft(key) {
        const who = await caller();
        const found = await database.read(async (stores) => {
          const ids = (await stores.meta.get(draftFilesKeys.at(key))) ?? [];
          const byId = new Map((await stores.attachments.findMany(ids)).map((it) => [it.id, it]));
          return ids.map((id) => byId.get(id)).filter((it) => it !== undefined);
        });
        // Files that were attached to a memo since aren't part of the draft.
        return views(found.filter((it) => it.memo === null && it.creator === who.name));
      },
      setDraft: (key, ids) =>
        database.write(({ meta }) =>
          meta.set(draftFilesKeys.at(key), ids.length === 0 ? null : [...ids]),
        ),
      async set(memo, ids) {
        const set = await memos.update(await caller(), memo, { attachments: ids });
        return set.ok ? viewMemo(memo) : set;
      },
      rename: async (id, filename) => viewed(attachments.update(await caller(), id, { filename })),
      remove: async (ids) => attachments.remove(await caller(), ids),
      async setKept(ids, isKept) {
        changes.memos(await database.write((stores) => pinContent(stores, ids, isKept)));
        if (isKept) deps.wanted();
      },
      async transcribe(id, signal) {
        const found = await attachments.get(await caller(), id);
        return found.ok ? ok(await transcript(found.value, signal)) : found;
      },
      async fetch(id) {
        const found = await attachments.get(await caller(), id);
        if (!found.ok) return found;
        const there = await viewOf(found.value);
        if (there.isHere) return ok(there);
        const brought = await deps.download(found.value);
        if (!brought.ok) return brought;
        if (found.value.memo !== null) changes.memos([found.value.memo]);
        return ok(await viewOf(found.value));
      },
    }),
  };
}

/** Error for a file that was received incompletely. */
export function notWhole(): AppError {
  return appError("INVALID_ARGUMENT", "the file arrived incomplete", [
    { field: "content", issue: "is not whole" },
  ]);
}

import type { BlobStore } from "../../attachment/file/blob-store.ts";
import { neverMs } from "../../stores/device-blob-stores.ts";
import type { AttachmentRecord, AttachmentRow } from "../../model/attachment.ts";
import { hasThumbnail, maxThumbnailBytes } from "../../attachment/file/thumbnail.ts";
import type { BlobDownload, BlobUpload } from "../../stores/device-blob-stores.ts";
import type { DeviceDatabase } from "../../stores/device-database.ts";
import { err, ok, type Result } from "../../error/result.ts";
import type { BlobTransport } from "../protocol/blob-transport.ts";
import { refuseUpload } from "./kinds/device-attachments.ts";
import { attachmentRebase } from "./rebase/attachment-rebase.ts";
import { enqueueOp, knownKinds } from "./outbox/held-operations.ts";
import type { Refusal } from "../protocol/refusal.ts";
import { attachmentToPut } from "../../merge/attachment-to-put.ts";

export interface BlobSyncDeps {
  readonly database: DeviceDatabase;
  readonly blobs: BlobStore;
  readonly nowMs: () => number;
  /** Called with attachments that were added, removed, or gained or lost their content. */
  readonly onAttachments: (changed: readonly AttachmentRow[]) => void;
}

/** Reason for a failed download. */
export type FetchError = "not-there" | "wrong-content";

/** Device side of moving file content, independent of transport and timers (docs/sync.md §8). */
export interface BlobSync {
  /**
   * Uploads pending files one after the other. Each uploaded file's operation is enqueued in the transaction
   * that records the upload. Returns the number of enqueued operations. Rejects if the connection fails.
   */
  sendWaiting(transport: BlobTransport): Promise<number>;
  /**
   * Downloads the content that this device keeps automatically, newest first. Returns the number of files
   * downloaded.
   */
  fetchWanted(transport: BlobTransport): Promise<number>;
  /** Downloads thumbnails of pictures that are not stored in full. Returns the number downloaded. */
  fetchThumbnails(transport: BlobTransport): Promise<number>;
  /** Downloads the content of one attachment that the user opens. */
  fetch(transport: BlobTransport, file: AttachmentRecord): Promise<Result<null, FetchError>>;
  /** Sets the last use of the content to now. */
  used(sha256: string): Promise<void>;
  /**
   * Evicts the least recently used content until at most `maxBytes` remain. Returns the number of evicted
   * files.
   */
  trim(maxBytes: number): Promise<number>;
  /**
   * Deletes unused content that is marked for immediate deletion: the user may have lost access to it.
   * Returns the number of deleted files.
   */
  eraseDeleted(): Promise<number>;
}

const batch = 100;
/** Number of corrupt uploads after which a file is rejected. */
const maxCorrupt = 3;
/** Delay before the first retry of a failed download; it doubles with each attempt. */
const firstRetryMs = 60_000;
const longestRetryMs = 6 * 60 * 60 * 1000;
const justKeptMs = 60_000;
/** Number of attempts after which the thumbnail is considered unavailable. */
const maxThumbnailAttempts = 5;
/** Minimum size of a picture whose thumbnail is downloaded when its content is evicted. */
const smallFromBytes = 200_000;
/** Maximum number of files evicted in one run; more than a device downloads between two runs. */
const maxTrimmed = 10_000;

export function createBlobSync(deps: BlobSyncDeps): BlobSync {
  const { database, blobs } = deps;
  const fetching = new Map<string, Promise<Result<null, FetchError>>>();

  /** Uploads the content if the server lacks it. Returns true if the attachment can be enqueued now. */
  async function send(
    transport: BlobTransport,
    file: AttachmentRow & { sha256: string },
    waiting: BlobUpload,
  ): Promise<boolean> {
    let { url, attempts } = waiting;
    const note = (changes: Partial<BlobUpload>): Promise<void> =>
      database.write(async ({ blobUploads }) => {
        const known = await blobUploads.find(file.id);
        if (known !== null) await blobUploads.save({ ...known, ...changes });
      });
    for (;;) {
      const lacking = await transport.lackingBlobs([file.sha256]);
      if (lacking.length === 0) return true;
      if (!(await blobs.has(file.sha256))) {
        await refuse(file, "missing-blob");
        return false;
      }
      const { filename, type, sizeBytes, sha256 } = file;
      let sentBytes = waiting.sentBytes;
      const outgoing = { filename, type, sizeBytes, sha256, url };
      const sending = transport.upload(outgoing, {
        async onUrl(given) {
          url = given;
          await note({ url: given });
        },
        onSent(bytes) {
          sentBytes = bytes;
        },
      });
      const sent = await sending.catch(async (error: unknown) => {
        const words = error instanceof Error ? error.message : String(error);
        await note({ sentBytes, error: words.slice(0, 500) });
        throw error;
      });
      switch (sent.type) {
        case "done":
          return true;
        case "refused":
          await refuse(file, sent.code);
          return false;
        case "expired":
          // The server may already have the complete file; the loop checks that first and otherwise uploads
          // again.
          url = null;
          await note({ url, sentBytes: 0 });
          break;
        case "corrupt":
          attempts += 1;
          url = null;
          if (attempts >= maxCorrupt || !(await isSound(file.sha256))) {
            await refuse(file, "missing-blob");
            return false;
          }
          await note({ url, sentBytes: 0, attempts, error: "it arrived damaged" });
      }
    }
  }

  /** Returns true if the local content matches its hash. */
  async function isSound(sha256: string): Promise<boolean> {
    const content = await blobs.open(sha256);
    const staged = content === null ? null : await blobs.stage(content, Number.MAX_SAFE_INTEGER);
    if (staged === null || !staged.ok) return false;
    await using copy = staged.value;
    return (await copy.sha256()) === sha256;
  }

  async function refuse(file: AttachmentRow, code: Refusal["code"]): Promise<void> {
    await database.write((stores) => refuseUpload(stores, file, code, deps.nowMs()));
    deps.onAttachments([file]);
  }

  /** Enqueues the current row of the attachment. Returns false if it was removed meanwhile. */
  async function enqueuePut(id: string): Promise<boolean> {
    return database.write(async (stores) => {
      const file = await stores.attachments.find(id);
      const isWaiting = (await stores.blobUploads.find(id)) !== null;
      await stores.blobUploads.remove(id);
      if (file === null || !isWaiting) return false;
      await enqueueOp(stores, attachmentToPut(file), deps.nowMs());
      if (file.sha256 !== null) {
        await stores.blobCache.note(file.sha256, file.sizeBytes, deps.nowMs());
      }
      return true;
    });
  }

  async function bring(
    transport: BlobTransport,
    { id, filename, sha256, sizeBytes }: AttachmentRecord & { sha256: string },
  ): Promise<Result<null, FetchError>> {
    if (!(await blobs.has(sha256))) {
      const content = await transport.download({ attachment: id, filename });
      if (content === null) return err("not-there");
      const staged = await blobs.stage(content, sizeBytes);
      if (!staged.ok) return err("wrong-content");
      await using blob = staged.value;
      if ((await blob.sha256()) !== sha256) return err("wrong-content");
      await blob.keep();
    }
    // If the user lost access during the download, delete the content again.
    const isWanted = await database.write(async (stores) => {
      await stores.blobDownloads.remove(sha256);
      const isUsed = (await stores.blobMarks.usedAmong([sha256])).has(sha256);
      if (isUsed) await stores.blobCache.note(sha256, sizeBytes, deps.nowMs());
      else await stores.blobMarks.sweepSoon(sha256);
      return isUsed;
    });
    return isWanted ? ok(null) : err("not-there");
  }

  /** Downloads a thumbnail. Returns false if none is available now. */
  async function bringSmall(
    download: NonNullable<BlobTransport["downloadSmall"]>,
    { id, filename }: AttachmentRecord,
    sha256: string,
  ): Promise<boolean> {
    const content = await download({ attachment: id, filename, sha256 });
    if (content === null) return false;
    const staged = await blobs.stage(content, maxThumbnailBytes);
    if (!staged.ok) return false;
    await using blob = staged.value;
    const { sizeBytes } = blob;
    const small = await blob.sha256();
    await blob.keep();
    // If the user lost access to the picture during the download, delete the thumbnail again.
    await database.write(async (stores) => {
      await stores.thumbnails.save(sha256, { sha256: small, sizeBytes });
      if ((await stores.blobMarks.usedAmong([small])).has(small)) {
        await stores.blobCache.note(small, sizeBytes, deps.nowMs());
      } else await stores.blobMarks.sweepSoon(small);
    });
    return true;
  }

  /** Returns an attachment that still has the content: the requesting one or another. */
  async function holderOf({
    attachment,
    sha256,
  }: Pick<BlobDownload, "attachment" | "sha256">): Promise<AttachmentRecord | null> {
    return database.read(async ({ attachments }) => {
      const asked = await attachments.find(attachment);
      if (asked?.sha256 === sha256) return asked;
      return (await attachments.listByContent(sha256, "", 1))[0] ?? null;
    });
  }

  const fetchOnce: BlobSync["fetch"] = async (transport, file) => {
    const { sha256 } = file;
    if (sha256 === null) return err("not-there");
    const running = fetching.get(sha256) ?? bring(transport, { ...file, sha256 });
    fetching.set(sha256, running);
    try {
      return await running;
    } finally {
      fetching.delete(sha256);
    }
  };

  return {
    async sendWaiting(transport) {
      let enqueued = 0;
      const all = await database.read(async (stores) =>
        (await knownKinds(stores)).includes("attachment") ? stores.blobUploads.list(batch) : [],
      );
      for (const waiting of all) {
        const { attachment: id } = waiting;
        const file = await database.read(({ attachments }) => attachments.find(id));
        if (file === null || file.sha256 === null) {
          await database.write(async (stores) => {
            await stores.blobUploads.remove(id);
            await attachmentRebase.settle(stores, id);
          });
          continue;
        }
        const isThere = await send(transport, { ...file, sha256: file.sha256 }, waiting);
        if (isThere && (await enqueuePut(id))) enqueued += 1;
      }
      return enqueued;
    },
    async fetchWanted(transport) {
      let came = 0;
      for (;;) {
        const nowMs = deps.nowMs();
        const due = { nowMs, latestMs: nowMs + longestRetryMs };
        const [next] = await database.read(({ blobDownloads }) => blobDownloads.due(due, 1));
        if (next === undefined) return came;
        const { sha256, attempts } = next;
        const file = await holderOf(next);
        if (file === null) {
          await database.write(({ blobDownloads }) => blobDownloads.remove(sha256));
          continue;
        }
        const brought = await fetchOnce(transport, file);
        if (brought.ok) {
          came += 1;
          deps.onAttachments([file]);
          continue;
        }
        // Retry even if the server lacks the content: after a restore, another device may still upload it.
        const retryMs = nowMs + Math.min(longestRetryMs, firstRetryMs * 2 ** attempts);
        await database.write(({ blobDownloads }) => blobDownloads.postpone(sha256, retryMs));
      }
    },
    async fetchThumbnails(transport) {
      const { downloadSmall } = transport;
      if (downloadSmall === undefined) return 0;
      let came = 0;
      for (;;) {
        const nowMs = deps.nowMs();
        const due = { nowMs, latestMs: nowMs + longestRetryMs };
        const [next] = await database.read(({ thumbnails }) => thumbnails.due(due, 1));
        if (next === undefined) return came;
        const { sha256, attempts } = next;
        const file = await holderOf(next);
        if (file === null) {
          await database.write(({ thumbnails }) => thumbnails.remove([sha256]));
        } else if (await bringSmall(downloadSmall, file, sha256)) {
          came += 1;
          deps.onAttachments([file]);
        } else {
          const isLast = attempts + 1 >= maxThumbnailAttempts;
          const retryMs = isLast ? neverMs : nowMs + firstRetryMs * 2 ** attempts;
          await database.write(({ thumbnails }) => thumbnails.postpone(sha256, retryMs));
        }
      }
    },
    fetch: fetchOnce,
    used: (sha256) => database.write(({ blobCache }) => blobCache.touch(sha256, deps.nowMs())),
    async trim(maxBytes) {
      let evicted = 0;
      let total = await database.read(({ blobCache }) => blobCache.totalBytes());
      const changed: AttachmentRow[] = [];
      const old = await database.read(({ blobCache }) => blobCache.evictable(maxTrimmed));
      for (const { sha256, sizeBytes } of old) {
        if (total <= maxBytes) break;
        // Content that was stored again a moment ago may be about to be attached.
        await blobs.remove(sha256, deps.nowMs() - justKeptMs);
        if (await blobs.has(sha256)) continue;
        const users = await database.write(async ({ attachments, blobCache, thumbnails }) => {
          await blobCache.remove(sha256);
          const files = await attachments.listByContent(sha256, "", batch);
          const picture = files.find(({ type }) => hasThumbnail(type));
          if (picture !== undefined && sizeBytes >= smallFromBytes) {
            const { id, createdMs } = picture;
            await thumbnails.want({ sha256, attachment: id, orderMs: createdMs });
          }
          return files;
        });
        changed.push(...users);
        total -= sizeBytes;
        evicted += 1;
      }
      if (changed.length > 0) deps.onAttachments(changed);
      return evicted;
    },
    async eraseDeleted() {
      let erased = 0;
      for (;;) {
        const due = await database.write(({ blobMarks }) => blobMarks.sweepDue(batch));
        for (const sha256 of due) {
          if (await blobs.remove(sha256, Number.POSITIVE_INFINITY)) erased += 1;
        }
        // Unmark only now: if interrupted before this, the next run deletes them.
        await database.write(async ({ blobMarks, blobCache, thumbnails }) => {
          await blobMarks.unmark(due);
          await thumbnails.remove(due);
          for (const sha256 of due) await blobCache.remove(sha256);
        });
        if (due.length < batch) return erased;
      }
    },
  };
}

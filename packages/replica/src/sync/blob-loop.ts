import type { AttachmentRecord } from "@tidemark/core/model";
import { createDebug } from "@tidemark/core/debug";
import type { BlobSync } from "@tidemark/core/sync/device";
import type { BlobTransport } from "@tidemark/core/sync/protocol";
import { type AppError, appError, err, ok, type Result } from "@tidemark/core";
import { inBackground } from "../platform/background.ts";

export interface BlobLoopDeps {
  readonly blobSync: BlobSync;
  /**
   * Returns the limit in bytes for cached content of the server's files; null if none is cached, and none
   * downloaded.
   */
  readonly cacheBytes: () => Promise<number | null>;
  readonly transport: BlobTransport;
  /** Called when operations for sent files were added to the outbox. */
  readonly onEnqueued: () => void;
  readonly onStatus: () => void;
  readonly log: (line: string) => void;
  /** Returns a number from 0 to 1; spreads retries. */
  readonly random: () => number;
}

const debug = createDebug("files");

const backoffMs = { first: 2_000, longest: 5 * 60_000 };

/**
 * Transfers files beside the sync loop, so that text never waits for a file. Uploads pending files, downloads
 * wanted ones and evicts those above the limit. One run at a time.
 */
export class BlobLoop {
  readonly #deps: BlobLoopDeps;
  #running: Promise<void> | null = null;
  #isWanted = false;
  #isStopped = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(deps: BlobLoopDeps) {
    this.#deps = deps;
  }

  /** Called after a successful sync: the server is reachable, and there may be work. */
  synced(): void {
    if (this.#isStopped) return;
    if (this.#running !== null) {
      this.#isWanted = true;
      return;
    }
    // While runs fail, the backoff timer schedules them.
    if (this.#timer === null) this.#start();
  }

  /** Downloads the content of one attachment that a user opens. */
  async fetch(file: AttachmentRecord): Promise<Result<null, AppError>> {
    try {
      const brought = await this.#deps.blobSync.fetch(this.#deps.transport, file);
      return brought.ok ? ok(null) : err(failure(brought.error));
    } catch (error) {
      this.#deps.log(`file: ${wordsOf(error)}`);
      return err(appError("UNAVAILABLE", "Can't reach the server for this file right now."));
    }
  }

  /** Waits for the current run, which the transport's signal aborts. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#running;
  }

  #start(): void {
    this.#timer = null;
    this.#isWanted = false;
    this.#running = this.#run().finally(() => {
      this.#running = null;
      if (this.#isStopped) return;
      if (this.#failures > 0) {
        const ceiling = Math.min(
          backoffMs.longest,
          backoffMs.first * 2 ** Math.min(20, this.#failures - 1),
        );
        const delay = ceiling * (0.5 + 0.5 * this.#deps.random());
        this.#timer = inBackground(setTimeout(() => this.#start(), delay));
      } else if (this.#isWanted) this.#start();
    });
  }

  async #run(): Promise<void> {
    const { blobSync, transport, cacheBytes } = this.#deps;
    try {
      await blobSync.eraseDeleted();
      const enqueued = await blobSync.sendWaiting(transport);
      if (enqueued > 0) this.#deps.onEnqueued();
      const limitBytes = await cacheBytes();
      if (limitBytes !== null) {
        // Thumbnails first: lists show them for content that isn't on this device.
        await blobSync.fetchThumbnails(transport);
        await blobSync.fetchWanted(transport);
      }
      await blobSync.trim(limitBytes ?? 0);
      debug("round", () => ({ enqueued }));
      this.#failures = 0;
    } catch (error) {
      this.#failures += 1;
      debug("failed", () => ({ failures: this.#failures }));
      if (!this.#isStopped) this.#deps.log(`files: ${wordsOf(error)}`);
    }
    this.#deps.onStatus();
  }
}

function failure(error: "not-there" | "wrong-content"): AppError {
  return error === "not-there"
    ? appError("NOT_FOUND", "The server no longer has this file.")
    : appError("UNAVAILABLE", "The file arrived damaged. Try again.");
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

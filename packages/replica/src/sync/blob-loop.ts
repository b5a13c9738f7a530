import type { AttachmentRecord } from "@tidemark/core/model";
import { createDebug } from "@tidemark/core/debug";
import type { BlobSync } from "@tidemark/core/sync/device";
import type { BlobTransport } from "@tidemark/core/sync/protocol";
import { type AppError, appError, err, ok, type Result } from "@tidemark/core";
import { inBackground } from "../platform/background.ts";

export interface BlobLoopDeps {
  readonly blobSync: BlobSync;
  /** What came from the server may take so much, bytes. */
  readonly cacheBytes: () => Promise<number>;
  readonly transport: BlobTransport;
  /** The server is to be told of files: their operations wait in the outbox. */
  readonly onEnqueued: () => void;
  readonly onStatus: () => void;
  readonly log: (line: string) => void;
  /** From 0 to 1; spreads retries. */
  readonly random: () => number;
}

const debug = createDebug("files");

const backoffMs = { first: 2_000, longest: 5 * 60_000 };

/**
 * Moves the content of files beside the sync loop, so that text never waits for a file: sends what
 * waits, brings what is to be here, drops what is too much. One run at a time.
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

  /** To be called when a sync went well: the server is there, and there may be work. */
  synced(): void {
    if (this.#isStopped) return;
    if (this.#running !== null) {
      this.#isWanted = true;
      return;
    }
    // While it fails, it goes at its own pace.
    if (this.#timer === null) this.#start();
  }

  /** Brings the content of one attachment, because somebody opens it. */
  async fetch(file: AttachmentRecord): Promise<Result<null, AppError>> {
    try {
      const brought = await this.#deps.blobSync.fetch(this.#deps.transport, file);
      return brought.ok ? ok(null) : err(failure(brought.error));
    } catch (error) {
      this.#deps.log(`file: ${wordsOf(error)}`);
      return err(appError("UNAVAILABLE", "Can't reach the server for this file right now."));
    }
  }

  /** Waits for what is under way, which the signal of the transport cuts. */
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
      // Small ones first: a list shows them in place of what is not here.
      await blobSync.fetchThumbnails(transport);
      await blobSync.fetchWanted(transport);
      await blobSync.trim(await cacheBytes());
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

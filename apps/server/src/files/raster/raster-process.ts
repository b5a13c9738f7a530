import { type ChildProcess, fork } from "node:child_process";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { SerialQueue } from "@tidemark/core/concurrency";
import type { ImageSize } from "./raster-images.ts";

export type ToRasterWorker =
  | { readonly type: "piece"; readonly bytes: Uint8Array }
  /** The pieces so far are the beginning of a picture. */
  | { readonly type: "size" }
  /** The pieces so far are a whole picture. */
  | { readonly type: "shrink"; readonly longestSide: number; readonly heldBytes: number };

export type FromRasterWorker =
  | { readonly type: "size"; readonly size: ImageSize | null }
  | { readonly type: "image"; readonly image: Uint8Array | null };

/** Limits for one picture. A process that exceeds them is killed, and the picture counts as unreadable. */
export interface RasterLimits {
  /** Memory of the whole process in bytes, on systems that report it. */
  readonly rssBytes: number;
  /** Memory in bytes for decoding a picture whose format is decoded whole; by default 3/5 of `rssBytes`. */
  readonly heldBytes?: number;
  /**
   * Time for the picture to arrive, and again to process it. A picture that arrives too late isn't
   * unreadable.
   */
  readonly deadlineMs: number;
}

/** Opens the content when its turn comes; null if it doesn't exist. */
export type OpenContent = () => Promise<AsyncIterable<Uint8Array> | null>;

/** Child process that decodes pictures one after another. */
export interface RasterProcess {
  /** Calls `readImageSize`; null also if the limits are exceeded. */
  readSize(head: Uint8Array): Promise<ImageSize | null>;
  /**
   * Calls `shrinkImage`; null also if the limits are exceeded. Returns `busy` if the queue is full, the
   * content is missing or doesn't arrive in time, or the process was lost. Rejects if the content can't be
   * read.
   */
  shrink(open: OpenContent, longestSide: number): Promise<Uint8Array | null | "busy">;
  /** Returns how many processes have crashed or exceeded their limits. */
  losses(): number;
  /** Kills the process and cancels all queued pictures; the next picture starts another process. */
  end(): void;
}

const maxWaiting = 64;
/** Maximum file size of a picture in bytes; larger ones get no thumbnail. */
const maxContentBytes = 128 * 1024 * 1024;
/** Time before an idle process is killed to free its memory. */
const usualIdleMs = 20_000;
const lookEveryMs = 50;

/** Limits used by a server. */
const usualLimits: RasterLimits = { rssBytes: 1024 * 1024 * 1024, deadlineMs: 20_000 };

/** Creates a raster process; it is killed after `idleMs` without work. */
export function createRasterProcess(
  limits: RasterLimits = usualLimits,
  idleMs = usualIdleMs,
): RasterProcess {
  const { heldBytes = limits.rssBytes * 0.6 } = limits;
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let ends = 0;
  let losses = 0;
  const queue = new SerialQueue();

  function end(): void {
    ends += 1;
    child?.kill("SIGKILL");
    child = null;
  }

  function start(): ChildProcess {
    // The worker is in the same folder as this file, in the source and in a bundle.
    const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
    const program = fileURLToPath(new URL(`./raster-worker.${extension}`, import.meta.url));
    const started = fork(program, [], {
      execArgv: ["--max-old-space-size=256"],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    // The child doesn't keep the server running, and ends with it.
    started.unref();
    started.channel?.unref();
    const release = (): void => {
      if (child === started) child = null;
    };
    started.once("exit", release);
    started.on("error", release);
    return started;
  }

  /**
   * Runs one picture at a time, since two would share the limits. Returns `lost` if `end` was called while it
   * waited.
   */
  function inTurn<T>(work: () => Promise<T>): Promise<T | "lost"> {
    const endsBefore = ends;
    return queue.run(async () => {
      clearTimeout(idle);
      try {
        return ends === endsBefore ? await work() : "lost";
      } finally {
        idle = setTimeout(end, idleMs).unref();
      }
    });
  }

  /**
   * Sends a picture to the worker. Returns null if the limits were exceeded, `lost` if it failed for another
   * reason.
   */
  async function ask(
    open: OpenContent,
    question: ToRasterWorker,
  ): Promise<FromRasterWorker | null | "lost"> {
    if (child !== null && (!child.connected || child.killed)) child = null;
    const worker = (child ??= start());
    const outcome = Promise.withResolvers<FromRasterWorker | null>();
    const lost = (): void => outcome.resolve(null);
    const gone = outcome.promise.then(() => null);
    const heard = (message: FromRasterWorker): void => outcome.resolve(message);
    worker.once("message", heard);
    worker.once("exit", lost);
    worker.once("error", lost);
    let isDone = false;
    let isDelivered = false;
    let isOverLimits = false;
    // The first caller determines the reason.
    const stop = (isTooMuch: boolean): void => {
      if (!isDone && !worker.killed && worker.kill("SIGKILL")) isOverLimits = isTooMuch;
    };
    const deadline = setTimeout(() => stop(isDelivered), limits.deadlineMs).unref();
    const looks = setInterval(() => {
      void rssOf(worker.pid).then((bytes) => {
        if (bytes > limits.rssBytes) stop(true);
      });
    }, lookEveryMs).unref();
    const opening = open();
    let pieces: AsyncIterator<Uint8Array> | undefined;
    try {
      const content = await Promise.race([opening, gone]);
      if (content !== null) {
        pieces = content[Symbol.asyncIterator]();
        let length = 0;
        for (;;) {
          // The deadline also covers content that stalls here.
          const next = await Promise.race([pieces.next(), gone]);
          if (next === null || next.done === true) break;
          length += next.value.length;
          if (length > maxContentBytes) {
            stop(true);
            break;
          }
          await Promise.race([post(worker, { type: "piece", bytes: next.value }), gone]);
        }
        isDelivered = true;
        deadline.refresh();
        await Promise.race([post(worker, question), gone]);
        if (!worker.connected) lost();
        const answer = await outcome.promise;
        if (answer !== null) return answer;
      }
      return isOverLimits ? null : "lost";
    } catch (error) {
      // The worker holds half of a picture.
      stop(false);
      throw error;
    } finally {
      // A pending memory check must not affect the next picture.
      isDone = true;
      if (worker.killed || !worker.connected) losses += 1;
      clearTimeout(deadline);
      clearInterval(looks);
      worker.off("message", heard);
      worker.off("exit", lost);
      worker.off("error", lost);
      void letGo(opening, pieces).catch(() => undefined);
    }
  }

  process.once("exit", end);
  return {
    readSize: async (head) => {
      const answer = await inTurn(() => ask(async () => only(head), { type: "size" }));
      return answer !== "lost" && answer?.type === "size" ? answer.size : null;
    },
    shrink: async (open, longestSide) => {
      if (queue.size >= maxWaiting) return "busy";
      const answer = await inTurn(() => ask(open, { type: "shrink", longestSide, heldBytes }));
      if (answer === "lost") return "busy";
      return answer?.type === "image" ? answer.image : null;
    },
    losses: () => losses,
    end,
  };
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Closes the content once it is opened. Callers don't wait for it, since stalled content may never open. */
async function letGo(
  opening: ReturnType<OpenContent>,
  pieces: AsyncIterator<Uint8Array> | undefined,
): Promise<void> {
  const content = await opening;
  if (content instanceof Readable) content.destroy();
  else await pieces?.return?.();
}

/** Resolves once the message is sent; false if the process has ended. */
function post(worker: ChildProcess, message: ToRasterWorker): Promise<boolean> {
  return new Promise((resolve) => {
    if (!worker.connected) resolve(false);
    else worker.send(message, (error) => resolve(error === null));
  });
}

/** Returns the memory of a process in bytes; 0 if the system doesn't report it. */
async function rssOf(pid: number | undefined): Promise<number> {
  try {
    // proc(5): the second number of statm is in pages, of 4 KiB on every supported machine.
    const statm = await readFile(`/proc/${pid}/statm`, "utf8");
    return Number(statm.split(" ")[1]) * 4096;
  } catch {
    return 0;
  }
}

/** Creates thumbnails. */
export const shrinking: RasterProcess = createRasterProcess();
/** Measures uploaded pictures, so an upload doesn't wait for other users' thumbnails. */
export const measuring: RasterProcess = createRasterProcess({ ...usualLimits, deadlineMs: 5000 });

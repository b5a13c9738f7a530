import { type ChildProcess, fork } from "node:child_process";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { SerialQueue } from "@tidemark/core/concurrency";
import type { ImageSize } from "./raster-images.ts";

export type ToRasterWorker =
  | { readonly type: "piece"; readonly bytes: Uint8Array }
  /** What was sent is the beginning of a picture. */
  | { readonly type: "size" }
  /** What was sent is a picture. */
  | { readonly type: "shrink"; readonly longestSide: number; readonly heldBytes: number };

export type FromRasterWorker =
  | { readonly type: "size"; readonly size: ImageSize | null }
  | { readonly type: "image"; readonly image: Uint8Array | null };

/** What one picture may cost; a process that takes more is ended, and the picture cannot be read. */
export interface RasterLimits {
  /** Memory of the whole process, where the system says it. */
  readonly rssBytes: number;
  /** Memory that a picture may need whose format is decoded whole; by default 3/5 of `rssBytes`. */
  readonly heldBytes?: number;
  /** For a picture that is there whole; and before that, for it to arrive, which is not its fault. */
  readonly deadlineMs: number;
}

/** Content that is opened when it is its turn; null when it is not there. */
export type OpenContent = () => Promise<AsyncIterable<Uint8Array> | null>;

/** Pictures that are opened in a process of their own, one after the other. */
export interface RasterProcess {
  /** See `readImageSize`; null also when it cannot be found out within the limits. */
  readSize(head: Uint8Array): Promise<ImageSize | null>;
  /**
   * See `shrinkImage`; null also when it cannot be made within the limits. `busy`: not found out this
   * time, because more wait than are worth waiting for, the content is not there or does not arrive in
   * time, or the process was lost. Rejects when the content cannot be read.
   */
  shrink(open: OpenContent, longestSide: number): Promise<Uint8Array | null | "busy">;
  /** Ends the process at once, and with it what waits; a picture after that starts another. */
  end(): void;
}

const maxWaiting = 64;
/** Larger files of pictures have no small version. */
const maxContentBytes = 128 * 1024 * 1024;
/** A process that nobody needs gives its memory back. */
const usualIdleMs = 20_000;
const lookEveryMs = 50;

/** The limits of a server. */
const usualLimits: RasterLimits = { rssBytes: 1024 * 1024 * 1024, deadlineMs: 20_000 };

/** `idleMs`: how long a process stays that has nothing to do. */
export function createRasterProcess(
  limits: RasterLimits = usualLimits,
  idleMs = usualIdleMs,
): RasterProcess {
  const { heldBytes = limits.rssBytes * 0.6 } = limits;
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let ends = 0;
  const queue = new SerialQueue();

  function end(): void {
    ends += 1;
    child?.kill("SIGKILL");
    child = null;
  }

  function start(): ChildProcess {
    // Beside this file, as source and in a bundle.
    const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
    const program = fileURLToPath(new URL(`./raster-worker.${extension}`, import.meta.url));
    const started = fork(program, [], {
      execArgv: ["--max-old-space-size=256"],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    // It never keeps the server, which takes it along when it ends.
    started.unref();
    started.channel?.unref();
    const release = (): void => {
      if (child === started) child = null;
    };
    started.once("exit", release);
    started.on("error", release);
    return started;
  }

  /** One picture at a time: two would share the limits. `lost`: all were ended meanwhile. */
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

  /** null: it was over the limits. `lost`: it did not answer for a reason that is not the picture's. */
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
    // Who ends it first says why.
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
          // Whatever stalls here, the deadline goes on.
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
      // It holds half of a picture.
      stop(false);
      throw error;
    } finally {
      // A look that is on its way has nothing to say about the next picture.
      isDone = true;
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
    end,
  };
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Closes what was opened, when it ever is. Nobody waits for it: what stalls does not answer. */
async function letGo(
  opening: ReturnType<OpenContent>,
  pieces: AsyncIterator<Uint8Array> | undefined,
): Promise<void> {
  const content = await opening;
  if (content instanceof Readable) content.destroy();
  else await pieces?.return?.();
}

/** Resolves once the message is on its way; false when the process is gone. */
function post(worker: ChildProcess, message: ToRasterWorker): Promise<boolean> {
  return new Promise((resolve) => {
    if (!worker.connected) resolve(false);
    else worker.send(message, (error) => resolve(error === null));
  });
}

/** Memory that a process has, bytes; 0 where the system does not say. */
async function rssOf(pid: number | undefined): Promise<number> {
  try {
    // proc(5): the second figure of statm, in pages of 4 KiB on every machine that this runs on.
    const statm = await readFile(`/proc/${pid}/statm`, "utf8");
    return Number(statm.split(" ")[1]) * 4096;
  } catch {
    return 0;
  }
}

/** Makes small versions for whoever looks at them. */
export const shrinking: RasterProcess = createRasterProcess();
/** Looks at what is sent: an upload does not wait until others' pictures are small. */
export const measuring: RasterProcess = createRasterProcess({ ...usualLimits, deadlineMs: 5000 });

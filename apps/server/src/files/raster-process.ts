import { type ChildProcess, fork } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { ImageSize } from "./raster-images.ts";

export type ToRasterWorker =
  | { readonly type: "piece"; readonly bytes: Uint8Array }
  /** What was sent is the beginning of a picture. */
  | { readonly type: "size" }
  /** What was sent is a picture. */
  | { readonly type: "shrink"; readonly longestSide: number };

export type FromRasterWorker =
  | { readonly type: "size"; readonly size: ImageSize | null }
  | { readonly type: "image"; readonly image: Uint8Array | null };

/** What one picture may cost; a process that takes more is ended, and the picture cannot be read. */
export interface RasterLimits {
  /** Memory of the whole process, where the system says it. */
  readonly rssBytes: number;
  readonly deadlineMs: number;
}

/** Pictures that are opened in a process of their own, one after the other. */
export interface RasterProcess {
  /** See `readImageSize`; null also when it cannot be found out within the limits. */
  readSize(head: Uint8Array): Promise<ImageSize | null>;
  /**
   * See `shrinkImage`; null also when it cannot be made within the limits. `busy`: more wait than are
   * worth waiting for. Rejects when the content cannot be read.
   */
  shrink(
    content: AsyncIterable<Uint8Array>,
    longestSide: number,
  ): Promise<Uint8Array | null | "busy">;
  /** Ends the process at once; the next picture starts another. */
  end(): void;
}

const maxWaiting = 64;
/** Larger files of pictures have no small version. */
const maxContentBytes = 128 * 1024 * 1024;
/** A process that nobody needs gives its memory back. */
const idleMs = 60_000;
const lookEveryMs = 50;

/** The limits of a server: the pixels that are taken make 600 MB at most. */
const usualLimits: RasterLimits = { rssBytes: 1024 * 1024 * 1024, deadlineMs: 20_000 };

export function createRasterProcess(limits: RasterLimits = usualLimits): RasterProcess {
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let waiting = 0;
  let queue: Promise<unknown> = Promise.resolve();

  function end(): void {
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
    started.on("error", () => undefined);
    return started;
  }

  /** One picture at a time: two would share the limits. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    waiting += 1;
    const done = queue.then(async () => {
      clearTimeout(idle);
      try {
        return await work();
      } finally {
        waiting -= 1;
        idle = setTimeout(end, idleMs).unref();
      }
    });
    queue = done.catch(() => undefined);
    return done;
  }

  /** null: it ended, or was ended, before it answered. */
  async function ask(
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    question: ToRasterWorker,
  ): Promise<FromRasterWorker | null> {
    const worker = (child ??= start());
    const outcome = Promise.withResolvers<FromRasterWorker | null>();
    const lost = (): void => outcome.resolve(null);
    const heard = (message: FromRasterWorker): void => outcome.resolve(message);
    worker.once("message", heard);
    worker.once("exit", lost);
    worker.once("error", lost);
    const deadline = setTimeout(() => worker.kill("SIGKILL"), limits.deadlineMs);
    const looks = setInterval(() => {
      void rssOf(worker.pid).then((bytes) => {
        if (bytes > limits.rssBytes) worker.kill("SIGKILL");
      });
    }, lookEveryMs);
    try {
      let length = 0;
      for await (const bytes of content) {
        length += bytes.length;
        if (length > maxContentBytes) {
          worker.kill("SIGKILL");
          break;
        }
        if (!(await tell(worker, { type: "piece", bytes }))) break;
      }
      await tell(worker, question);
      return await outcome.promise;
    } catch (error) {
      // It holds half of a picture.
      worker.kill("SIGKILL");
      throw error;
    } finally {
      clearTimeout(deadline);
      clearInterval(looks);
      worker.off("message", heard);
      worker.off("exit", lost);
      worker.off("error", lost);
      const isGone = worker.killed || worker.exitCode !== null || worker.signalCode !== null;
      if (isGone && child === worker) child = null;
    }
  }

  process.once("exit", end);
  return {
    readSize: (head) =>
      inTurn(async () => {
        const answer = await ask([head], { type: "size" });
        return answer?.type === "size" ? answer.size : null;
      }),
    shrink: async (content, longestSide) => {
      if (waiting >= maxWaiting) return "busy";
      return inTurn(async () => {
        const answer = await ask(content, { type: "shrink", longestSide });
        return answer?.type === "image" ? answer.image : null;
      });
    },
    end,
  };
}

/** Resolves once the message is on its way; false when the process is gone. */
function tell(worker: ChildProcess, message: ToRasterWorker): Promise<boolean> {
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

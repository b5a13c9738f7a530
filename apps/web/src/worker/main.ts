import { appRouter } from "@tidemark/core/router";
import { SerialQueue } from "@tidemark/core/concurrency";
import { type Host, openReplica } from "@tidemark/replica";
import { domPort, type Port, servePort } from "@tidemark/replica/rpc";
import { randomId } from "../owner/names.ts";
import type { FromWorker, ToWorker } from "../owner/worker-messages.ts";
import { answerHeads } from "./answer-heads.ts";
import { type Served, serveLines, serveWithGoodbye } from "./lines.ts";
import { refusalOf } from "./refusal-of.ts";
import { serveFiles } from "./serve-files.ts";
import { lazyTransfer } from "./transfer/lazy-transfer.ts";
import { createStages } from "./transfer/stages.ts";
import { watchStorage } from "./watch-storage.ts";
import { openWebPlatform, poolFolder, type WebPlatform } from "./web-platform.ts";

// Entry point of the dedicated worker that holds the local replica. Its page has the lock of this version.

/** Number of calls that a page has running at a time; further ones are refused. */
const maxCalls = 1000;

/** Time in ms after which running calls aren't waited for any longer, as before and after the host is closed. */
const drainMs = 1000;

const log = (line: string): void => console.warn(line);
const answer = (message: FromWorker): void => postMessage(message);

/** Time in ms for the answer of a database whose files are gone. */
const answerWithinMs = 5000;

/** Opening and pausing, one after the other. */
const turns = new SerialQueue();
const stages = createStages();
let platform: WebPlatform | null = null;
/** The open profile; null while the database is closed. */
let current: Host | null = null;
/** Closes the database. Returns true if the worker's page has got a goodbye. */
let pause = async (): Promise<boolean> => false;

async function open(calls: Port, files: Port, wanted: { isInMemory: boolean }): Promise<void> {
  const isFirst = platform === null;
  if (platform === null) platform = await openWebPlatform(wanted);
  else await platform.takeFiles();
  const machine = platform;
  const isPersistent = machine.isInMemory !== true;
  const host = await openReplica({
    machine,
    version: buildVersion,
    log,
    openTransfer: async (parts) => lazyTransfer(parts, { machine, stages }),
  });
  current = host;
  if (isPersistent && isFirst) watchStorage(poolFolder, isAllSent, endWithError);
  const serve = (callPort: Port, filePort: Port): Served =>
    servePage(host, callPort, filePort, isPersistent);
  const own = serveWithGoodbye(serve, calls, files);
  const heads = answerHeads(host.files);
  const lines = isPersistent
    ? serveLines({ version: buildVersion, id: randomId(), locks: navigator.locks, serve })
    : null;
  pause = async () => {
    let isDrained = false;
    const ownDrained = own.drain().then(() => {
      isDrained = true;
    });
    const drained = Promise.all([ownDrained, lines?.drain()]);
    await atMost(drainMs, drained);
    heads.close();
    current = null;
    await host.close();
    // Calls that waited for a network have failed now.
    await atMost(drainMs, drained);
    // The page closes its ports once it has read them.
    lines?.close();
    machine.releaseFiles();
    return isDrained;
  };
  answer({ type: "ready", isPersistent });
}

/** True also if the database can't be read any longer, or doesn't answer: then nothing of it can be sent. */
async function isAllSent(): Promise<boolean> {
  // It is closed while another tab has the database.
  if (current === null) return false;
  const sent = current.app.syncStatus().then(
    ({ waiting }) => waiting === 0,
    () => true,
  );
  const silence = new Promise<boolean>((resolve) =>
    setTimeout(() => resolve(true), answerWithinMs),
  );
  return Promise.race([sent, silence]);
}

/** Ends this worker as a crash does: its page starts another one, which begins with an empty database. */
function endWithError(): void {
  reportError(new Error("The browser has deleted the database."));
}

function servePage(host: Host, calls: Port, files: Port, isPersistent: boolean): Served {
  const onFault = (error: unknown): void => log(`files: ${wordsOf(error)}`);
  const fileServer = serveFiles(files, { files: host.files, stages, isPersistent, onFault });
  const callServer = servePort(calls, appRouter, () => ({ app: host.app }), {
    maxCalls,
    onError(error, path) {
      if (error.code === "INTERNAL_SERVER_ERROR") log(`${path}: ${error.stack ?? error.message}`);
    },
  });
  return {
    drain: async () => void (await Promise.all([callServer.drain(), fileServer.drain()])),
    close() {
      fileServer.close();
      void callServer.close();
    },
  };
}

async function handle(message: ToWorker): Promise<void> {
  try {
    if (message.type === "open")
      await open(domPort(message.calls), domPort(message.files), message);
    else answer({ type: "paused", isDrained: await pause() });
  } catch (error) {
    log(wordsOf(error));
    answer({ type: "refused", ...refusalOf(error) });
  }
}

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  void turns.run(() => handle(data));
});

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))]);
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

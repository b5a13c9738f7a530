import { appRouter } from "@tidemark/core/router";
import { type Host, openReplica } from "@tidemark/replica";
import { domPort, servePort } from "@tidemark/replica/rpc";
import type { FromWorker, Refusal, ToWorker } from "../owner/worker-messages.ts";
import { answerHeads } from "./answer-heads.ts";
import { refusalOf } from "./refusal-of.ts";
import { serveFiles } from "./serve-files.ts";
import { lazyTransfer } from "./transfer/lazy-transfer.ts";
import { createStages } from "./transfer/stages.ts";
import { watchStorage } from "./watch-storage.ts";
import { openWebPlatform, poolFolder } from "./web-platform.ts";

// Entry point of the dedicated worker that holds the local replica. Its page has the lock of this version.

const log = (line: string): void => console.warn(line);
const answer = (message: FromWorker): void => postMessage(message);

const stages = createStages();
let isPersistent = false;
let opening: Promise<Host | Refusal> | null = null;

async function open(isInMemory: boolean): Promise<Host | Refusal> {
  try {
    const machine = await openWebPlatform({ isInMemory });
    isPersistent = machine.isInMemory !== true;
    const host = await openReplica({
      machine,
      version: buildVersion,
      log,
      openTransfer: async (parts) => lazyTransfer(parts, { machine, stages }),
    });
    answerHeads(host.files);
    if (isPersistent) watchStorage(poolFolder, () => isAllSent(host), endWithError);
    return host;
  } catch (error) {
    log(wordsOf(error));
    return refusalOf(error);
  }
}

async function isAllSent({ app }: Host): Promise<boolean> {
  const { waiting } = await app.syncStatus();
  return waiting === 0;
}

/** Ends this worker as a crash does: its page starts another one, which begins with an empty database. */
function endWithError(): void {
  reportError(new Error("The browser has deleted the database."));
}

async function serve({ port, files, isInMemory }: ToWorker): Promise<void> {
  opening ??= open(isInMemory);
  const opened = await opening;
  answer(isHost(opened) ? { type: "ready" } : { type: "refused", ...opened });
  if (!isHost(opened)) return;
  const onFault = (error: unknown): void => log(`files: ${wordsOf(error)}`);
  serveFiles(files, { files: opened.files, stages, isPersistent, onFault });
  servePort(domPort(port), appRouter, () => ({ app: opened.app }), {
    onError(error, path) {
      if (error.code === "INTERNAL_SERVER_ERROR") log(`${path}: ${error.stack ?? error.message}`);
    },
  });
}

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  void serve(data);
});

function wordsOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function isHost(found: Host | Refusal): found is Host {
  return "app" in found;
}

import { appRouter } from "@tidemark/core/router";
import { type Host, openReplica } from "@tidemark/replica";
import { domPort, servePort } from "@tidemark/replica/rpc";
import type { FromWorker, Refusal, ToWorker } from "../owner/worker-messages.ts";
import { answerHeads } from "./answer-heads.ts";
import { refusalOf } from "./refusal-of.ts";
import { serveFiles } from "./serve-files.ts";
import { createStages } from "./transfer/stages.ts";
import { lazyTransfer } from "./transfer/lazy-transfer.ts";
import { openWebPlatform } from "./web-platform.ts";

// Entry point of the dedicated worker that holds the local replica. Its page has the lock of this version.

const log = (line: string): void => console.warn(line);
const answer = (message: FromWorker): void => postMessage(message);

const stages = createStages();
let isPersistent = false;
const opening: Promise<Host | Refusal> = open();

async function open(): Promise<Host | Refusal> {
  try {
    const machine = await openWebPlatform();
    ({ isPersistent } = machine);
    const host = await openReplica({
      machine,
      version: buildVersion,
      log,
      openTransfer: async (parts) => lazyTransfer(parts, { machine, stages }),
    });
    if (isPersistent) answerHeads(host.files);
    return host;
  } catch (error) {
    log(wordsOf(error));
    return refusalOf(error);
  }
}

async function serve({ port, files }: ToWorker): Promise<void> {
  const opened = await opening;
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

const opened = await opening;
answer(isHost(opened) ? { type: "ready" } : { type: "refused", ...opened });

function wordsOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function isHost(found: Host | Refusal): found is Host {
  return "app" in found;
}

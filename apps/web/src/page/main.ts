// First: it replaces the storage that other parts read while they are loaded.
import { isSharedComputer } from "./shared-computer.ts";
import {
  keepAnswers,
  linkMemosBy,
  mountTidemark,
  type Notice,
  sendFilesBy,
  transferBy,
} from "@tidemark/ui";
import "@tidemark/ui/styles.css";
import type { Refusal } from "../owner/worker-messages.ts";
import { lazyTransfer } from "./lazy-transfer.ts";
import { openLine } from "./open-line.ts";

// Entry point of the page in browsers.

/** Time in ms for which a first visit waits for its session before it stores the app's files. */
const startWithinMs = 5000;

const root = document.getElementById("root");
if (root === null) throw new Error("the page has no root");
const element: HTMLElement = root;

const { line, words, client, host } = openLine({ isInMemory: isSharedComputer, refused, left });
const answers = keepAnswers(window, buildVersion);
// Syncs at once when the network is back, instead of at the next retry.
addEventListener("online", () => {
  void client.sync.now.mutate().catch(() => undefined);
  void start();
});
// A worker that crashed has begun anew, maybe without the copy.
host.watch(() => {
  if (host.state === "up") void start();
});
sendFilesBy(line.sendFile);
transferBy(lazyTransfer(line.ask));
linkMemosBy("/m/");
let isMounted = true;
const mounted = mountTidemark({ element, client, host, fill: answers.fill });
const started = start();
if (!isSharedComputer) void follow().catch(() => undefined);

/** Stores the app's files for later starts, and follows new builds. A first visit connects before. */
async function follow(): Promise<void> {
  const timeout = new Promise((resolve) => setTimeout(resolve, startWithinMs));
  const { controller } = (navigator.serviceWorker as ServiceWorkerContainer | undefined) ?? {};
  if (controller === null) await Promise.race([started, timeout]);
  await (await import("./builds/follow-builds.ts")).followBuilds();
}

function start(): Promise<void> {
  // Loaded later than the app.
  return import("./session.ts")
    .then(({ startSession }) =>
      startSession({
        client,
        words,
        stop,
        sendFile: line.sendFile,
        end,
        isShared: isSharedComputer,
      }),
    )
    .catch(() => undefined);
}

function end(): void {
  unmount();
  line.end();
}

/** Stores nothing any more in this browser. */
function stop(): void {
  words.stop();
  answers.stop();
}

/** Leaves the page: another tab has signed out, and deletes what this one shows. */
function left(): void {
  stop();
  end();
  location.replace("/sign-in");
}

function refused({ reason, message }: Refusal): void {
  // A page in use isn't replaced while another version is open: it may hold unsaved text.
  if (!isMounted || (reason === "elsewhere" && host.wasUp)) return;
  unmount();
  void show(reason === "failed" ? { type: "refused", message } : { type: reason });
}

function unmount(): void {
  if (isMounted) mounted.unmount();
  isMounted = false;
}

async function show(notice: Notice): Promise<void> {
  // Also loaded later than the app: it is rarely needed.
  const { mountNotice } = await import("./notice.ts");
  await mountNotice(element, notice);
  // The database is opened once the other version has left.
  if (notice.type === "elsewhere") void client.profile.get.query().then(() => location.reload());
}

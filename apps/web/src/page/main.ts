import type { AppRouter } from "@tidemark/core/router";
import { afterCreation } from "@tidemark/replica/rpc/after-creation";
import { type Reconnecting, reconnectingLink } from "@tidemark/replica/rpc/reconnecting-link";
import { linkMemosBy, mountTidemark, type Notice, sendFilesBy, transferBy } from "@tidemark/ui";
import "@tidemark/ui/styles.css";
import { createTRPCClient } from "@trpc/client";
import { onceFree, ownDatabase } from "../owner/own-database.ts";
import { openWorkerLine } from "../owner/worker-line.ts";
import type { Refusal } from "../owner/worker-messages.ts";
import { lazyTransfer } from "./lazy-transfer.ts";
import { isSharedComputer } from "./shared-computer.ts";
import { openUnsentWords } from "./unsent-words.ts";

// Entry point of the page in browsers. The tab that takes the lock starts the worker with the database.
const element = document.getElementById("root");
if (element === null) throw new Error("the page has no root");

// On a shared computer each tab has a database of its own, in memory.
if (isSharedComputer || (await ownDatabase())) mount(element);
else void show({ type: "elsewhere" });
if (!isSharedComputer) {
  void import("./builds/follow-builds.ts")
    .then((builds) => builds.followBuilds())
    .catch(() => undefined);
}

function mount(root: HTMLElement): void {
  const line = openWorkerLine({
    lost: () => host.lost(),
    refused: refuse,
    isInMemory: isSharedComputer,
  });
  const words = openUnsentWords(window);
  const host: Reconnecting<AppRouter> = reconnectingLink<AppRouter>(words.keeping(line));
  const links = [afterCreation<AppRouter>(whenGoing), host.link];
  const client = createTRPCClient<AppRouter>({ links });
  // Syncs at once when the network is back, instead of at the next retry.
  addEventListener("online", () => {
    void client.sync.now.mutate().catch(() => undefined);
    start();
  });
  // A worker that crashed has begun anew, maybe without the copy.
  host.watch(() => {
    if (host.state === "up") start();
  });
  sendFilesBy(line.sendFile);
  transferBy(lazyTransfer(line.ask));
  linkMemosBy("/m/");
  const mounted = mountTidemark({ element: root, client, host });
  void line.opened.then((refusal) => {
    if (refusal === null) start();
    else refuse(refusal);
  });

  function start(): void {
    // Loaded later than the app.
    void import("./session.ts")
      .then(({ startSession }) =>
        startSession({
          client,
          words,
          sendFile: line.sendFile,
          end,
          isShared: isSharedComputer,
        }),
      )
      .catch(() => undefined);
  }

  function end(): void {
    mounted.unmount();
    line.end();
  }

  function refuse(refusal: Refusal): void {
    mounted.unmount();
    const { reason, message } = refusal;
    void show(reason === "failed" ? { type: "refused", message } : { type: reason });
  }
}

async function show(notice: Notice): Promise<void> {
  // Also loaded later than the app: it is rarely needed.
  const { mountNotice } = await import("./notice.ts");
  await mountNotice(element as HTMLElement, notice);
  if (notice.type === "elsewhere") onceFree(() => location.reload());
}

/** Calls `send` when the page is being left; returns a function that cancels it. */
function whenGoing(send: () => void): () => void {
  addEventListener("pagehide", send);
  return () => removeEventListener("pagehide", send);
}

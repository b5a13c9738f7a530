import type { AppRouter } from "@tidemark/core/router";
import { afterCreation } from "@tidemark/replica/rpc/after-creation";
import { type Reconnecting, reconnectingLink } from "@tidemark/replica/rpc/reconnecting-link";
import { mountTidemark, type Notice, sendFilesBy, transferBy } from "@tidemark/ui";
import "@tidemark/ui/styles.css";
import { createTRPCClient, getUntypedClient } from "@trpc/client";
import { onceFree, ownDatabase } from "../owner/own-database.ts";
import { openWorkerLine } from "../owner/worker-line.ts";
import type { Refusal } from "../owner/worker-messages.ts";
import { connectHere } from "./connect-here.ts";
import { lazyTransfer } from "./lazy-transfer.ts";
import { keepingWords, sendAgain } from "./unsent-words.ts";

// Entry point of the page in browsers. The tab that takes the lock starts the worker with the database.
const element = document.getElementById("root");
if (element === null) throw new Error("the page has no root");

if (await ownDatabase()) mount(element);
else void show({ type: "elsewhere" });
void import("./builds/follow-builds.ts")
  .then((builds) => builds.followBuilds())
  .catch(() => undefined);

function mount(root: HTMLElement): void {
  const line = openWorkerLine({ lost: () => host.lost(), refused: refuse });
  const host: Reconnecting<AppRouter> = reconnectingLink<AppRouter>(keepingWords(line, window));
  const links = [afterCreation<AppRouter>(whenGoing), host.link];
  const client = createTRPCClient<AppRouter>({ links });
  const untyped = getUntypedClient(client);
  // Syncs at once when the network is back, instead of at the next retry.
  addEventListener("online", () => {
    void client.sync.now.mutate().catch(() => undefined);
    void connectHere(client).catch(() => undefined);
  });
  sendFilesBy(line.sendFile);
  transferBy(lazyTransfer(line.ask));
  const mounted = mountTidemark({ element: root, client, host });
  void line.opened.then((refusal) => {
    if (refusal !== null) {
      refuse(refusal);
      return;
    }
    void sendAgain(window, (path, input) => untyped.mutation(path, input)).catch(() => undefined);
    void connectHere(client).catch(() => undefined);
  });

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

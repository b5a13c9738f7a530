import type { AppRouter } from "@tidemark/core/router";
import { afterCreation } from "@tidemark/replica/rpc/after-creation";
import { type Reconnecting, reconnectingLink } from "@tidemark/replica/rpc/reconnecting-link";
import { createTRPCClient, type TRPCClient } from "@trpc/client";
import { type DatabaseLine, openDatabaseLine } from "../owner/database-line.ts";
import { startWorker } from "../owner/own-worker.ts";
import { pageState } from "../owner/page-state.ts";
import type { Refusal } from "../owner/worker-messages.ts";
import { leavingTogether } from "./leave-together.ts";
import { openPages } from "./pages.ts";
import { isRepeatable, openUnsentWords, type UnsentWords } from "./unsent-words.ts";

export interface PageLine {
  readonly line: DatabaseLine;
  readonly words: UnsentWords;
  readonly client: TRPCClient<AppRouter>;
  readonly host: Reconnecting<AppRouter>;
}

/**
 * Connects the page to the database, by its own worker or another tab's. `isInMemory`: nothing is to be stored, so
 * each tab has a database of its own. `refused` is called when it can't be opened, `left` once another tab has
 * signed out.
 */
export function openLine(options: {
  readonly isInMemory: boolean;
  readonly refused: (refusal: Refusal) => void;
  readonly left: () => void;
}): PageLine {
  const { isInMemory, refused, left } = options;
  // Pages without TLS have none.
  const locks = "locks" in navigator ? navigator.locks : null;
  const line = openDatabaseLine({
    version: buildVersion,
    locks: isInMemory ? null : locks,
    page: pageState(),
    startWorker: (onLost) => startWorker(onLost, isInMemory),
    isRepeatable,
    onLost: () => host.lost(),
    onRefused: refused,
  });
  const words = openUnsentWords(window, openPages(locks));
  const host = reconnectingLink<AppRouter>(words.keeping(leavingTogether(line, left)));
  const client = createTRPCClient<AppRouter>({ links: [afterCreation(whenGoing), host.link] });
  return { line, words, client, host };
}

/** Calls `send` when the page is being left; returns a function that cancels it. */
function whenGoing(send: () => void): () => void {
  addEventListener("pagehide", send);
  return () => removeEventListener("pagehide", send);
}

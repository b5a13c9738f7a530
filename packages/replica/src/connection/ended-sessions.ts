import { CoalescingTimer } from "@tidemark/core/concurrency";
import { afterInBackground } from "../platform/background.ts";
import {
  type EndingSession,
  endingSessions,
  endLater,
  giveUpServer,
  leftServer,
  sessionEnded,
  undoLeavingMs,
} from "../sync/left-server.ts";
import { createSyncClient, syncFailureOf } from "../sync/sync-client.ts";
import type { ConnectionDeps } from "./connection-deps.ts";
import type { Keyring } from "./keyring.ts";

interface EndedSessionsDeps extends Pick<ConnectionDeps, "database" | "machine" | "log" | "nowMs"> {
  readonly keyring: Keyring;
}

/** Delay before a failed sign-out is retried. */
const retryMs = 60 * 60_000;

/**
 * Signs out of servers that the profile left, once leaving can't be undone. Retries until each confirms it.
 */
export class EndedSessions {
  readonly #deps: EndedSessionsDeps;
  readonly #timer: CoalescingTimer;
  #isClosed = false;

  constructor(deps: EndedSessionsDeps) {
    this.#deps = deps;
    const clock = { after: afterInBackground, nowMs: deps.nowMs };
    this.#timer = new CoalescingTimer(clock, () => void this.endAll());
  }

  /** Schedules the sign-outs for when leaving can't be undone. */
  async schedule(): Promise<void> {
    this.#timer.stop();
    const { left, ending } = await this.#deps.database.read(async ({ meta }) => ({
      left: await leftServer(meta),
      ending: await endingSessions(meta),
    }));
    if (left === null && ending.length === 0) return;
    const dueMs = left === null ? 0 : left.leftMs + undoLeavingMs - this.#deps.nowMs();
    this.#timer.start(Math.min(undoLeavingMs, Math.max(0, dueMs)));
  }

  cancel(): void {
    this.#timer.stop();
  }

  /** Stops retrying; the next process continues. */
  close(): void {
    this.#isClosed = true;
    this.#timer.stop();
  }

  /** Signs out now; after this, leaving can't be undone. */
  async endAll(): Promise<void> {
    this.#timer.stop();
    const { database, nowMs } = this.#deps;
    await this.#logged(async () => {
      const ending = await database.write(({ meta }) => giveUpServer(meta, nowMs()));
      const isEnded = await Promise.all(ending.map((session) => this.#signOut(session)));
      if (isEnded.includes(false)) this.#retry();
    });
  }

  /** Ends a session that this device won't use. */
  async endUnused(url: string, token: string): Promise<void> {
    const { database, keyring, nowMs } = this.#deps;
    await this.#logged(async () => {
      if (await this.#signOut({ url, token, leftMs: nowMs() })) return;
      const sealed = await keyring.seal(token);
      await database.write(({ meta }) => endLater(meta, { url, token: sealed, leftMs: nowMs() }));
      this.#retry();
    });
  }

  #retry(): void {
    if (!this.#isClosed) this.#timer.start(retryMs);
  }

  async #logged(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#deps.log(`sign-out: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Returns false if the server couldn't be reached. */
  async #signOut(session: EndingSession): Promise<boolean> {
    const { database, machine, keyring, log } = this.#deps;
    try {
      const token = await keyring.open(session.token);
      // The keyring may open later. The server ends unused sessions after a while.
      if (token === null) return false;
      const credential = { bearer: token };
      await createSyncClient({ serverUrl: session.url, credential, machine }).signOut();
    } catch (error) {
      const failure = syncFailureOf(error);
      const isOver = failure.type === "revoked" || failure.type === "unauthenticated";
      if (!isOver) {
        log(`sign-out: ${failure.message}`);
        return false;
      }
    }
    await database.write(({ meta }) => sessionEnded(meta, session));
    return true;
  }
}

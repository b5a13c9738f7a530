import { CoalescingTimer } from "@tidemark/core/concurrency";
import { createDebug } from "@tidemark/core/debug";
import { type DeviceSync, ProtocolMismatch } from "@tidemark/core/sync/device";
import type { SyncLogEntry } from "@tidemark/core";
import type { SyncNote, Scope } from "@tidemark/core/model";
import type { SyncStatus } from "@tidemark/core/router";
import { after } from "../platform/background.ts";
import { type SyncClient, type SyncFailure, syncFailureOf } from "./sync-client.ts";

const debug = createDebug("sync");

/** Delay after a write, to send a burst of keystrokes together (R8, ADR 0005). */
const writeDelayMs = { live: 80, polling: 2_000 };
const intervalMs = { live: 5 * 60_000, polling: 60_000 };
/** Delay after the subscription drops, to let it reconnect. */
const lostMs = 2_000;
const backoffMs = { first: 1_000, longest: 5 * 60_000 };

export interface SyncLoopDeps {
  readonly sync: DeviceSync;
  readonly client: SyncClient;
  readonly serverUrl: string;
  readonly onStatus: () => void;
  /** Called with the scopes that changed, or null when the subscription (re)connects. */
  readonly onHeard?: (scopes: readonly Scope[] | null) => void;
  /** Called after a successful round. */
  readonly onSynced: () => void;
  readonly log: (line: string) => void;
  /** Adds an entry to the profile's sync log. */
  readonly note: (level: SyncLogEntry["level"], note: SyncNote) => void;
  /** Called when the user ended this device's session on another device. */
  readonly onRevoked: () => void;
  /** Called when the session ended otherwise; the user must sign in again. */
  readonly onSignedOut: () => void;
  readonly nowMs: () => number;
  /** Returns a number from 0 to 1; spreads retries and intervals. */
  readonly random: () => number;
}

/** Status fields that the loop sets; counts come from the database. */
export type LoopStatus = Pick<SyncStatus, "state" | "lastSyncedMs" | "error" | "retryAtMs">;

/**
 * The sync loop of a profile (R8): hello, push until empty, pull until done. Repeats after writes, pokes and
 * intervals, and with full-jitter backoff after failures.
 */
export class SyncLoop {
  readonly #deps: SyncLoopDeps;
  readonly #timer: CoalescingTimer;
  #running: Promise<void> | null = null;
  #isWanted = false;
  #isLive = false;
  #isStopped = false;
  #isPaused: boolean;
  #hasGreeted = false;
  #failures = 0;
  /** Time until which only user actions contact a busy server; 0 if it isn't busy. */
  #busyUntilMs = 0;
  #unsubscribe: (() => void) | null = null;
  #status: LoopStatus = { state: "syncing", lastSyncedMs: null, error: null, retryAtMs: null };

  constructor(deps: SyncLoopDeps, options: { readonly isPaused: boolean }) {
    this.#deps = deps;
    this.#timer = new CoalescingTimer({ after, nowMs: deps.nowMs }, () => void this.#run());
    this.#isPaused = options.isPaused;
    if (options.isPaused) this.#set({ state: "paused" });
  }

  get status(): LoopStatus {
    return this.#status;
  }

  start(): void {
    if (this.#isPaused) return;
    this.#unsubscribe ??= this.#deps.client.subscribe({
      onPoke: (scopes) => {
        this.#deps.onHeard?.(scopes);
        void this.#poked(scopes);
      },
      onConnected: (isConnected) => {
        const wasLive = this.#isLive;
        this.#isLive = isConnected;
        if (isConnected && !wasLive) {
          this.#deps.onHeard?.(null);
          this.#schedule(0);
        }
        // A round finds out if the server or only the subscription is down. Spread, because all devices lose
        // it together.
        if (wasLive && !isConnected && this.#failures === 0) {
          this.#schedule(lostMs * (1 + this.#deps.random()));
        }
      },
    });
    this.#schedule(0);
  }

  /** Skips pokes for scopes that this device doesn't follow, such as the public one, which changes often. */
  async #poked(scopes: readonly Scope[]): Promise<void> {
    debug("poked", () => ({ scopes: scopes.join() }));
    if (await this.#deps.sync.isFollowing(scopes)) this.#schedule(0);
  }

  /** Called after every local write. */
  wrote(): void {
    const delay = this.#isLive ? writeDelayMs.live : writeDelayMs.polling;
    // A write doesn't shorten a backoff: the server is unreachable for it too.
    if (this.#failures === 0) this.#schedule(delay);
  }

  /** Syncs immediately. Resolves when done, even if it failed. */
  async now(): Promise<void> {
    // A running round may have started before the caller's write.
    await this.#running;
    if (this.#isPaused || this.#isStopped) return;
    this.#schedule(0);
    await this.#run();
  }

  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    if (!isPaused) {
      this.#busyUntilMs = 0;
      this.#set({ state: "syncing" });
      this.start();
      return;
    }
    this.#endSubscription();
    this.#timer.stop();
    this.#set({ state: "paused" });
  }

  /**
   * Suspends requests while the machine sleeps. After that it syncs immediately, despite earlier failures,
   * unless the server is busy.
   */
  setAsleep(isAsleep: boolean): void {
    if (this.#isStopped || this.#isPaused || this.#status.state === "sign-in") return;
    if (isAsleep) {
      this.#endSubscription();
      this.#timer.stop();
      return;
    }
    this.#timer.stop();
    this.start();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#endSubscription();
    this.#timer.stop();
    await this.#running;
  }

  #schedule(wantedMs: number): void {
    if (this.#isStopped || this.#isPaused || this.#status.state === "sign-in") return;
    if (this.#running !== null) {
      this.#isWanted = true;
      return;
    }
    // A busy server still pokes after others' writes. The limit guards against clocks set back.
    const busyMs = Math.min(this.#busyUntilMs - this.#deps.nowMs(), backoffMs.longest);
    this.#timer.start(Math.max(wantedMs, busyMs));
  }

  async #run(): Promise<void> {
    this.#timer.stop();
    if (this.#running !== null) return this.#running;
    this.#running = this.#syncOnce();
    await this.#running;
    this.#running = null;
    if (this.#isStopped || this.#isPaused) return;
    const isWanted = this.#isWanted && this.#failures === 0;
    this.#isWanted = false;
    this.#schedule(isWanted ? 0 : this.#nextDelayMs());
  }

  #nextDelayMs(): number {
    if (this.#failures === 0) {
      const interval = this.#isLive ? intervalMs.live : intervalMs.polling;
      // Only lengthened, so an idle device sends at most one request per interval.
      return interval * (1 + 0.4 * this.#deps.random());
    }
    const { retryAtMs } = this.#status;
    return retryAtMs === null ? backoffMs.longest : Math.max(0, retryAtMs - this.#deps.nowMs());
  }

  async #syncOnce(): Promise<void> {
    const { sync, client } = this.#deps;
    if (this.#status.state !== "synced") this.#set({ state: "syncing" });
    try {
      if (!this.#hasGreeted) {
        await sync.greet(client);
        this.#hasGreeted = true;
      }
      const sent = await sync.push(client);
      const taken = await sync.pull(client);
      // Pulled changes may have enqueued operations (reactions after a restore).
      const answers = taken > 0 ? await sync.push(client) : 0;
      debug("round", () => ({ sent: sent + answers, taken }));
      if (this.#failures > 0) this.#deps.note("info", { code: "answers-again", params: {} });
      if (sent + taken + answers > 0) {
        const params = { sent: sent + answers, received: taken };
        this.#deps.note("info", { code: "exchanged", params });
      }
      this.#failures = 0;
      this.#busyUntilMs = 0;
      this.#set({
        state: "synced",
        lastSyncedMs: this.#deps.nowMs(),
        error: null,
        retryAtMs: null,
      });
      this.#deps.onSynced();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#hasGreeted = false;
    this.#failures += 1;
    this.#busyUntilMs = 0;
    if (error instanceof ProtocolMismatch) {
      const code = error.older === "server" ? "server-too-old" : "app-too-old";
      this.#set({ state: code, error: { code, params: {} }, retryAtMs: null });
      return;
    }
    const failure = syncFailureOf(error);
    // The device aborted its own calls; that isn't a server failure.
    if (this.#isStopped && failure.type !== "revoked") return;
    debug("failed", () => ({ type: failure.type, failures: this.#failures }));
    this.#deps.log(`sync: ${failure.type}: ${failure.message}`);
    // Logs only the first of consecutive failures, to keep other entries in the log.
    const note = noteOf(failure, this.#deps);
    if (this.#failures === 1) this.#deps.note("error", note);
    if (failure.type === "revoked") {
      this.#endSubscription();
      this.#set({ state: "sign-in", error: note, retryAtMs: null });
      this.#deps.onRevoked();
      return;
    }
    if (failure.type === "unauthenticated") {
      this.#endSubscription();
      this.#set({ state: "sign-in", error: null, retryAtMs: null });
      this.#deps.onSignedOut();
      return;
    }
    const ceiling = Math.min(backoffMs.longest, backoffMs.first * 2 ** (this.#failures - 1));
    // Applies the server's delay within our own limits.
    const saidMs = failure.type === "busy" ? (failure.retryAfterMs ?? 0) : 0;
    const ownMs = Math.max(250, ceiling * this.#deps.random());
    const retryAtMs = this.#deps.nowMs() + Math.max(ownMs, Math.min(saidMs, backoffMs.longest));
    if (failure.type === "busy") this.#busyUntilMs = retryAtMs;
    const state = failure.type === "unreachable" ? "offline" : "error";
    this.#set({ state, error: note, retryAtMs });
  }

  #set(change: Partial<LoopStatus>): void {
    const next = { ...this.#status, ...change };
    // A running round may end after a pause and must not change the state.
    const isPaused = this.#isPaused && next.state !== "sign-in";
    this.#status = isPaused ? { ...next, state: "paused", error: null, retryAtMs: null } : next;
    this.#deps.onStatus();
  }

  #endSubscription(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    this.#isLive = false;
  }
}

function noteOf({ type, message }: SyncFailure, { serverUrl }: { serverUrl: string }): SyncNote {
  switch (type) {
    case "busy":
      return { code: "server-busy", params: {} };
    case "unreachable":
      return { code: "unreachable", params: { host: new URL(serverUrl).host } };
    case "unauthenticated":
      return { code: "session-ended", params: {} };
    case "revoked":
      return { code: "revoked", params: {} };
    case "server":
      return { code: "server-error", params: { message } };
    case "storage":
      return { code: "storage", params: { message } };
  }
}

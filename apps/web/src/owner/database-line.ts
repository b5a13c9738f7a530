import type { AppRouter } from "@tidemark/core/router";
import type { HostLine } from "@tidemark/replica/rpc/page";
import type { Operation } from "@trpc/client";
import { type Connection, connect, type LineEnds } from "./connection.ts";
import { type DatabaseLock, openDatabaseLock } from "./database-lock.ts";
import { type GuestLine, openGuestLine } from "./guest-line.ts";
import { type HeldCalls, holdCalls, isClosed } from "./held-calls.ts";
import { databaseLock, helloChannel } from "./names.ts";
import { otherVersions, whenFree } from "./other-versions.ts";
import type { OwnWorker } from "./own-worker.ts";
import type { PageState } from "./page-state.ts";
import type { HelloMessage, Refusal } from "./worker-messages.ts";

/** Number of workers that are started within a minute before the page gives up. */
const maxStarts = 3;
const minuteMs = 60_000;
/** Time in ms without a connection after which the page says so; longer than a hand-over takes. */
const lostAfterMs = 3000;
/** Time in ms for which a page that was hidden can send its last words before the database is given up. */
const lastWordsMs = 100;
/** Time in ms that one attempt to reach a worker takes. */
const reachMs = 10_000;

/** The connection of a page to the worker that has the database: its own, or another tab's. */
export interface DatabaseLine extends HostLine<AppRouter> {
  /** Stores a file in the database's folder. */
  readonly sendFile: HeldCalls["sendFile"];
  /** Gives the worker an order about import and export. */
  readonly ask: HeldCalls["ask"];
  /** Ends the line for good, and the worker if it is this page's. */
  end(): void;
}

export interface DatabaseLineOptions {
  readonly version: string;
  /** Null where there are none, as in pages without TLS. */
  readonly locks: LockManager | null;
  readonly page: PageState;
  readonly startWorker: (onLost: () => void) => OwnWorker;
  /** Returns true for calls that may run twice. */
  readonly isRepeatable: (op: Operation) => boolean;
  /** Called when there is no connection, or none soon. */
  readonly onLost: () => void;
  /** Called when the database can't be opened. `elsewhere`: another version has it; tried again once it is free. */
  readonly onRefused: (refusal: Refusal) => void;
}

/**
 * Connects a page to the database. One tab has the lock, and starts the worker; others have a line to that worker,
 * and wait for the lock. A tab gives the lock up when it is hidden on a touch device, because it is suspended there,
 * and elsewhere when it is hidden and a visible tab finds no worker. Nothing is taken from a tab: its worker would
 * keep the files.
 */
export function openDatabaseLine(options: DatabaseLineOptions): DatabaseLine {
  const { isRepeatable, onLost } = options;
  const calls = holdCalls(isRepeatable);
  let lostTimer: ReturnType<typeof setTimeout> | undefined;
  const tab = new Tab(options, (connection) => {
    clearTimeout(lostTimer);
    if (connection === null) lostTimer = setTimeout(onLost, lostAfterMs);
    calls.use(connection);
  });
  tab.start();
  return {
    send: calls.send,
    sendFile: calls.sendFile,
    ask: calls.ask,
    end: () => tab.end(),
    reach: async () => {
      await Promise.race([
        calls.connected(),
        new Promise((resolve) => setTimeout(resolve, reachMs)),
      ]);
      return calls.isConnected ? "up" : "down";
    },
    judge: (error) => (isClosed(error) ? "down" : "up"),
  };
}

/** Uses a connection; null if there is none. */
type Use = (connection: Connection | null) => void;

/**
 * Role of a tab. `guest`: it uses another tab's worker, or waits for one. `owner`: it has the lock. `alone`: its
 * database is in memory, so there is nothing to share. `away`: it is suspended, or can't open the database.
 */
type Role = "guest" | "owner" | "alone" | "away";

class Tab {
  readonly #options: DatabaseLineOptions;
  readonly #use: Use;
  readonly #lockName: string;
  readonly #lock: DatabaseLock | null;
  readonly #startedMs: number[] = [];
  #role: Role = "away";
  #hello: BroadcastChannel | null = null;
  #guest: GuestLine | null = null;
  #own: OwnWorker | null = null;
  #isOpen = false;
  #isHandingOver = false;
  #isEnded = false;
  /** Connection to its own worker. */
  #connection: Connection | null = null;
  /** Resolved once its own worker has said goodbye. */
  #goodbye = Promise.withResolvers<void>();
  /** Number of times that this tab got the lock. */
  #grants = 0;

  constructor(options: DatabaseLineOptions, use: Use) {
    const { locks, page, version } = options;
    this.#options = options;
    this.#use = use;
    this.#lockName = databaseLock(version);
    this.#lock =
      locks === null ? null : openDatabaseLock(locks, this.#lockName, () => this.#granted());
    page.watch({
      shown: () => this.#shown(),
      hidden: () => this.#hidden(),
      suspended: () => this.#suspend(),
      resumed: () => this.start(),
    });
  }

  end(): void {
    this.#isEnded = true;
    this.#leave();
  }

  start(): void {
    if (this.#role !== "away" || this.#isEnded) return;
    this.#use(null);
    if (this.#lock === null) {
      this.#role = "alone";
      void this.#openOwn();
      return;
    }
    this.#role = "guest";
    this.#hello = new BroadcastChannel(helloChannel(this.#options.version));
    this.#hello.addEventListener("message", ({ data }: MessageEvent<HelloMessage>) => {
      this.#heard(data);
    });
    this.#beGuest();
  }

  /** Waits for the lock, and for the worker of another tab. */
  #beGuest(): void {
    this.#role = "guest";
    this.#queue();
    this.#openLine();
  }

  #queue(): void {
    const { isHidden, isTouch } = this.#options.page;
    // It would be suspended with the lock.
    if (!(isHidden && isTouch)) this.#lock?.request();
  }

  #openLine(): void {
    const { version, locks, page } = this.#options;
    if (locks === null) return;
    this.#guest = openGuestLine({
      version,
      locks,
      announce: (line, isLate) => {
        this.#say({ line });
        if (isLate) this.#askForDatabase();
      },
      accepted: (connection) => {
        this.#use(connection);
        // Its tab may be suspended soon, without a word.
        if (page.isSuspendedSilently) this.#askForDatabase();
      },
      goodbye: () => this.#leftByWorker(),
    });
  }

  #leftByWorker(): void {
    this.#use(null);
    this.#guest?.end();
    this.#guest = null;
    if (this.#role === "guest") this.#openLine();
  }

  /** Asks a hidden tab to let a visible one have the database. */
  #askForDatabase(): void {
    if (this.#role === "guest" && !this.#options.page.isHidden) this.#say({ isWanted: true });
  }

  #say(message: HelloMessage): void {
    this.#hello?.postMessage(message);
  }

  #heard(message: HelloMessage | null): void {
    if (typeof message !== "object" || message === null) return;
    if ("here" in message) this.#heardOfWorker(message.here);
    else if ("isWanted" in message && this.#options.page.isHidden) this.#giveWay();
  }

  #heardOfWorker(id: string): void {
    if (this.#role !== "guest" || this.#guest === null) return;
    if (this.#guest.workerId === null) {
      this.#guest.announce();
    } else if (this.#guest.workerId !== id) {
      // The worker before it has ended, maybe without a goodbye.
      this.#retireLine();
      this.#openLine();
    }
  }

  #giveWay(): void {
    if (this.#role === "owner") void this.#handOver();
    else if (this.#role === "guest") {
      // To the end of the queue.
      this.#lock?.release();
      this.#queue();
    }
  }

  #granted(): void {
    this.#role = "owner";
    this.#grants += 1;
    this.#retireLine();
    void this.#openOwn();
  }

  #retireLine(): void {
    this.#use(null);
    this.#guest?.retire();
    this.#guest = null;
  }

  async #openOwn(): Promise<void> {
    const worker = this.#own ?? this.#startOwn();
    const opened = await worker.open();
    if (worker !== this.#own) return;
    if ("reason" in opened) {
      await this.#refused(opened);
      return;
    }
    this.#isOpen = true;
    this.#connect(opened.ends);
    if (!opened.isPersistent && this.#role === "owner") this.#stayAlone();
    if (this.#options.page.isHidden && this.#options.page.isTouch) void this.#handOver();
  }

  #connect(ends: LineEnds): void {
    const goodbye = Promise.withResolvers<void>();
    this.#goodbye = goodbye;
    this.#connection = connect(ends, {
      goodbye: () => {
        this.#disconnect();
        goodbye.resolve();
      },
    });
    this.#use(this.#connection);
  }

  /** Ends the connection to its own worker. */
  #disconnect(): void {
    this.#use(null);
    this.#connection?.end();
    this.#connection = null;
  }

  #startOwn(): OwnWorker {
    this.#startedMs.push(Date.now());
    const worker: OwnWorker = this.#options.startWorker(() => {
      if (worker === this.#own) this.#crashed();
    });
    this.#own = worker;
    return worker;
  }

  /** Lets each tab have a database of its own: this one ends with its tab. */
  #stayAlone(): void {
    this.#role = "alone";
    this.#hello?.close();
    this.#hello = null;
    this.#lock?.release();
  }

  #crashed(): void {
    this.#own = null;
    this.#isOpen = false;
    // It was paused.
    if (this.#role !== "owner" && this.#role !== "alone") return;
    this.#disconnect();
    this.#options.onLost();
    if (this.#isHandingOver) return;
    if (this.#mayStart()) void this.#openOwn();
    else
      this.#giveUp({ reason: "failed", message: "The database stopped several times in a row." });
  }

  #mayStart(): boolean {
    const sinceMs = Date.now() - minuteMs;
    return this.#startedMs.filter((atMs) => atMs > sinceMs).length <= maxStarts;
  }

  async #refused(refusal: Refusal): Promise<void> {
    this.#own?.end();
    this.#own = null;
    const { locks } = this.#options;
    if (refusal.reason !== "elsewhere" || locks === null) {
      this.#giveUp(refusal);
      return;
    }
    const grants = this.#grants;
    const others = await otherVersions(locks, this.#lockName);
    if (others.length > 0) {
      this.#options.onRefused(refusal);
      await whenFree(locks, others);
    }
    if (!this.#isOwner || grants !== this.#grants) return;
    // Without other versions, a worker that has just ended still had the files.
    if (others.length > 0 || this.#mayStart()) void this.#openOwn();
    else this.#giveUp({ ...refusal, reason: "failed" });
  }

  /** The role, read again after an await. */
  get #isOwner(): boolean {
    return this.#role === "owner";
  }

  #giveUp(refusal: Refusal): void {
    this.#leave();
    this.#options.onRefused(refusal);
  }

  async #handOver(): Promise<void> {
    if (this.#role !== "owner" || this.#own === null || !this.#isOpen || this.#isHandingOver)
      return;
    this.#isHandingOver = true;
    this.#isOpen = false;
    if (await this.#own.pause()) await this.#goodbye.promise;
    else this.#disconnect();
    this.#isHandingOver = false;
    if (!this.#isOwner) return;
    this.#lock?.release();
    this.#beGuest();
  }

  #shown(): void {
    if (this.#role !== "guest") return;
    this.#queue();
    if (this.#options.page.isSuspendedSilently) this.#askForDatabase();
  }

  #hidden(): void {
    const { page } = this.#options;
    if (!page.isTouch) return;
    if (this.#role === "guest") this.#lock?.release();
    else if (this.#role === "owner" && this.#own === null) {
      // It waits for another version's tab.
      this.#lock?.release();
      this.#beGuest();
    } else if (this.#role === "owner") {
      setTimeout(() => {
        if (page.isHidden) void this.#handOver();
      }, lastWordsMs);
    }
  }

  /** Gives everything up at once: the page may be frozen as soon as this returns. */
  #suspend(): void {
    if (this.#role === "guest" || this.#role === "owner") this.#leave();
  }

  #leave(): void {
    this.#role = "away";
    this.#isOpen = false;
    const own = this.#own;
    this.#own = null;
    own?.end();
    this.#disconnect();
    this.#guest?.end();
    this.#guest = null;
    this.#hello?.close();
    this.#hello = null;
    this.#lock?.release();
  }
}

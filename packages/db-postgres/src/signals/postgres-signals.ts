import { randomBytes } from "node:crypto";
import {
  gatherOutbound,
  isSignal,
  readInbound,
  type Relay,
  type RelayListener,
  type Signal,
  type Signals,
} from "@tidemark/core";
import { coalesce } from "@tidemark/core/concurrency";
import type { ClientConfig } from "pg";
import { LostConnectionError } from "@tidemark/db";
import type { EffectQueue } from "@tidemark/db/engine";
import type { PostgresConnection } from "../connection/postgres-connection.ts";
import { whenAborted } from "../connection/when-aborted.ts";
import { createCommitTracker } from "./commit-tracker.ts";
import { openListeningLine } from "./listening-line.ts";
import type { NumberAt, SharedNumbers } from "./shared-numbers.ts";

export interface PostgresSignals extends Signals {
  readonly relay: Relay;
  /** Sends pending signals and stops listening. */
  close(): Promise<void>;
}

export interface PostgresSignalsDeps {
  readonly config: ClientConfig;
  readonly effects: Pick<EffectQueue, "listen">;
  readonly numbers: SharedNumbers;
  /** Runs statements outside transactions, on a connection without lists or writes. */
  readonly ask: <T>(work: (query: PostgresConnection["query"]) => Promise<T>) => Promise<T>;
  /** Called with lost connections and errors of listeners. */
  readonly report: (error: unknown) => void;
  /** Aborts the opening, which then rejects. */
  readonly stopping?: AbortSignal | undefined;
}

const channel = "tidemark_signals";
/** PostgreSQL limits a payload to less than 8,000 bytes. */
const size = { maxBytes: 7_900, maxTexts: 8 };
/** Time that a signal waits for others, in milliseconds, so many commits make few notifications. */
const gatherMs = 3;
/** Interval of polls for others' commits while not listening, in milliseconds. */
const pollMs = 1000;
/** Number of polls between checks for unannounced commits while listening. */
const pollsBetweenLooks = 5;
/**
 * Maximum time for announcing a commit, in milliseconds. If it is too short, `everything-moved` fires too
 * often.
 */
const sayingMs = 2000;
/** The same for this process's own commits, whose answers may arrive out of order. */
const answerMs = 50;

/**
 * Opens signals over `NOTIFY`, sent outside transactions: inside them, commits would wait for each other. Own
 * signals are delivered at once. Each commit raises a number and is announced with it. If one isn't
 * announced, for example by a killed process, `everything-moved` is signaled. While not listening, this
 * process polls the number once a second. ADR 0080.
 */
export async function openPostgresSignals({
  config,
  effects,
  numbers,
  ask,
  report,
  stopping,
}: PostgresSignalsDeps): Promise<PostgresSignals> {
  const self = randomBytes(6).toString("hex");
  const listeners = new Set<(signals: readonly Signal[]) => void>();
  const relayListeners = new Set<RelayListener>();
  const outbound = gatherOutbound(self, size);
  let timer: NodeJS.Timeout | undefined;
  /** True after sending failed; everything has moved then. */
  let isMute = false;
  /** True once a loss has been reported. */
  let isReported = false;
  let isClosed = false;
  /** True if `everything-moved` must be signaled once the first commit to track is known. */
  let isEverythingDue = false;
  let missedAtMs = -Infinity;
  const commits = createCommitTracker({
    graceMs() {
      if (line.isListening()) return sayingMs;
      // If each commit looks missed, listeners need time to read everything again.
      return Math.max(answerMs, missedAtMs + pollMs - performance.now());
    },
    onMissed() {
      missedAtMs = performance.now();
      announce([{ kind: "everything-moved" }]);
    },
  });

  /** Calls each listener; an error of one doesn't affect the others. */
  function toEach<Listener>(all: ReadonlySet<Listener>, call: (each: Listener) => void): void {
    for (const listener of [...all]) {
      try {
        call(listener);
      } catch (error) {
        report(error);
      }
    }
  }
  function announce(signals: readonly Signal[]): void {
    if (signals.length > 0) toEach(listeners, (listener) => listener(signals));
  }

  const say = (...texts: readonly string[]): Promise<void> =>
    ask(async (query) => {
      await Promise.all(texts.map((text) => query("SELECT pg_notify($1, $2)", [channel, text])));
    });

  const sendOnce = coalesce(async () => {
    const texts = outbound.take();
    if (texts.length === 0) return;
    try {
      await say(...texts);
    } catch {
      // Listening processes are notified as soon as sending works again; others poll the number.
      outbound.add([{ kind: "everything-moved" }]);
      if (line.isListening()) sendSoon(pollMs);
      else isMute = true;
    }
  });

  function sendSoon(afterMs: number): void {
    if (isClosed || isMute) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      void sendOnce();
    }, afterMs);
  }
  effects.listen((committed) => {
    const signals = committed.filter(isSignal);
    if (signals.length === 0) return;
    announce(signals);
    if (isMute) return;
    outbound.add(signals);
    sendSoon(gatherMs);
  });

  numbers.listen({
    raised(names) {
      const signals: Signal[] = [];
      if (names.includes("credentials")) signals.push({ kind: "credentials-changed", ended: [] });
      if (names.includes("settings")) signals.push({ kind: "settings-changed" });
      announce(signals);
    },
    found(all) {
      const last = signalsAt(all);
      if (last !== null) commits.made(last);
    },
    raisedHere(to) {
      const own = signalsAt(to);
      if (own === null) return;
      commits.heard([[own, own]]);
      if (!isMute) outbound.committed(own);
    },
  });
  const look = coalesce(() =>
    ask(async (query) => {
      await numbers.look(query);
      if (!isEverythingDue) return;
      isEverythingDue = false;
      announce([{ kind: "everything-moved" }]);
    }),
  );
  // If the database doesn't answer, other calls report it.
  const lookSoon = (): void => void look().catch(() => undefined);
  const line = openListeningLine(config, channel, {
    say,
    onHeard(text) {
      const inbound = readInbound(text, self);
      if (inbound === null) return;
      announce(inbound.signals);
      commits.heard(inbound.commits);
      for (const each of inbound.relayed) {
        toEach(relayListeners, (listener) => listener.heard(each, inbound.from));
      }
    },
    onListening() {
      isReported = false;
      isMute = false;
      numbers.clear();
      commits.clear();
      isEverythingDue = true;
      lookSoon();
      toEach(relayListeners, (listener) => listener.joined());
      sendSoon(0);
    },
    onLost(error) {
      if (isReported) return;
      isReported = true;
      report(new LostConnectionError("commits of other processes are noticed late", error));
    },
  });
  await using opening = new AsyncDisposableStack();
  opening.use(line);
  using _stopped = whenAborted(stopping, () => void line[Symbol.asyncDispose]());
  await line.tried;
  // Skips changes from before the opening.
  await look();
  opening.move();
  let polls = 0;
  const polling = setInterval(() => {
    if (isMute) {
      isMute = false;
      sendSoon(0);
    }
    polls += 1;
    if (!line.isListening() || isEverythingDue || polls % pollsBetweenLooks === 0) lookSoon();
  }, pollMs);
  polling.unref();

  return {
    listen(listener) {
      // Wrapped, so each call can be stopped separately.
      const heard = (signals: readonly Signal[]): void => listener(signals);
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
    hearsAtOnce: false,
    catchUp: look,
    relay: {
      say(text) {
        if (isMute) return;
        outbound.relay(text);
        sendSoon(gatherMs);
      },
      listen(listener) {
        relayListeners.add(listener);
        return () => relayListeners.delete(listener);
      },
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      clearInterval(polling);
      commits.stop();
      await sendOnce();
      await line[Symbol.asyncDispose]();
    },
  };
}

/** Returns the number of commits with signals, if it is in `numbers`. */
function signalsAt(numbers: readonly NumberAt[]): number | null {
  return numbers.find(({ name }) => name === "signals")?.value ?? null;
}

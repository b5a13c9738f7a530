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
import { createHeardCommits } from "./heard-commits.ts";
import { openListeningLine } from "./listening-line.ts";
import type { NumberAt, SharedNumbers } from "./shared-numbers.ts";

export interface PostgresSignals extends Signals {
  readonly relay: Relay;
  /** Sends what waits, and listens no more. */
  close(): Promise<void>;
}

export interface PostgresSignalsDeps {
  readonly config: ClientConfig;
  readonly effects: Pick<EffectQueue, "listen">;
  readonly numbers: SharedNumbers;
  /** Runs statements outside transactions, on a connection that no list and no write keeps waiting. */
  readonly ask: <T>(work: (query: PostgresConnection["query"]) => Promise<T>) => Promise<T>;
  /** Told of a connection that was lost, and of what a listener threw. */
  readonly report: (error: unknown) => void;
  /** Ends the opening, which rejects then. */
  readonly stopping?: AbortSignal | undefined;
}

const channel = "tidemark_signals";
/** A payload has to be shorter than 8,000 bytes. */
const size = { maxBytes: 7_900, maxTexts: 8 };
/** How long a signal waits for others, so that many commits make few notifications. Milliseconds. */
const gatherMs = 3;
/** How often is asked whether others committed, while nothing can be heard. Milliseconds. */
const pollMs = 1000;
/** While they can be heard, every so many times: for what was committed and not said. */
const pollsBetweenLooks = 5;
/** How long what is said of a commit may take: longer than it does, or everything moves too often. Milliseconds. */
const sayingMs = 2000;
/** The same of one's own commit, whose answer another one may overtake. */
const answerMs = 50;

/**
 * Signals over `NOTIFY`, outside the transactions that they are of: inside, commits would wait for each
 * other. One's own are given at once. Commits raise a number and are said by it: where one was made that
 * nothing was said of, as by a process that was killed, everything moved. While this process hears nothing
 * it asks for the number once a second. ADR 0080.
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
  /** Nothing could be said last, and what there is to say is that everything moved. */
  let isMute = false;
  /** What is lost is reported once. */
  let isReported = false;
  let isClosed = false;
  /** Is to be said once it is known from where on commits are heard. */
  let isEverythingDue = false;
  let missedAtMs = -Infinity;
  const commits = createHeardCommits({
    graceMs() {
      if (line.isListening()) return sayingMs;
      // Where each commit looks like one that was missed, whoever reads everything anew is to have a while.
      return Math.max(answerMs, missedAtMs + pollMs - performance.now());
    },
    onMissed() {
      missedAtMs = performance.now();
      announce([{ kind: "everything-moved" }]);
    },
  });

  /** What one listener throws harms nobody else. */
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
      // Whoever listens is told as soon as it can be said; whoever does not asks for the number.
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
  // A database that does not answer says so to whoever asks it something.
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
  // What has been until now is nothing that anybody waits for.
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
      // Each call has an end of its own.
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

/** Where the number of commits with signals is, where that is among `numbers`. */
function signalsAt(numbers: readonly NumberAt[]): number | null {
  return numbers.find(({ name }) => name === "signals")?.value ?? null;
}

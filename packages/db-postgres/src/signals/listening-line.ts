import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, type ClientConfig } from "pg";
import { endClient } from "../connection/end-client.ts";
import { queryTimeoutMs } from "../connection/postgres-config.ts";

/** Connection that listens to a channel of its database. */
export interface ListeningLine extends AsyncDisposable {
  /** Resolves after the first attempt to listen. */
  readonly tried: Promise<void>;
  isListening(): boolean;
}

export interface LineHandlers {
  /** Called with each notification on the channel. */
  onHeard(text: string): void;
  /** Called when it begins to listen: earlier notifications may have been missed. */
  onListening(): void;
  /** Called when it stops listening, or fails to. It keeps trying. */
  onLost(error: unknown): void;
  /** Sends a text on the channel over another connection. */
  say(text: string): Promise<void>;
}

/** Maximum time until its own echo arrives, and interval between echoes, in milliseconds. */
const echoMs = 3000;
const tryEchoEveryMs = 20_000;
/** Pauses between attempts to listen, in milliseconds; each is longer than the last. */
const firstPauseMs = 100;
const longestPauseMs = 15_000;

const echoPrefix = "echo ";

/**
 * Opens a connection and replaces it when it is lost. Tests that it receives by echoes sent over another
 * connection. A pooler may accept `LISTEN` and deliver nothing, and a lost host looks like a silent channel.
 */
export function openListeningLine(
  config: ClientConfig,
  channel: string,
  handlers: LineHandlers,
): ListeningLine {
  const closing = new AbortController();
  const tried = Promise.withResolvers<void>();
  let isListening = false;
  let pauseMs = firstPauseMs;

  /** Listens until the connection is lost, then rejects. */
  async function listenOnce(): Promise<never> {
    const client = new Client({ ...config, query_timeout: queryTimeoutMs });
    const lost = Promise.withResolvers<never>();
    lost.promise.catch(() => undefined);
    client.on("error", lost.reject);
    client.on("end", () => lost.reject(new Error("the connection has ended")));
    const end = (): void => lost.reject(new Error("closed"));
    closing.signal.addEventListener("abort", end);
    let awaited: { readonly text: string; readonly heard: () => void } | null = null;
    client.on("notification", ({ payload = "" }) => {
      if (payload.startsWith(echoPrefix)) {
        if (payload === awaited?.text) awaited.heard();
      } else if (isListening) handlers.onHeard(payload);
    });

    async function echo(): Promise<void> {
      const heard = Promise.withResolvers<void>();
      const text = echoPrefix + randomBytes(8).toString("hex");
      awaited = { text, heard: heard.resolve };
      const late = setTimeout(
        () => heard.reject(new Error("notifications from other connections don't arrive")),
        echoMs,
      );
      try {
        await Promise.all([handlers.say(text), heard.promise]);
      } finally {
        clearTimeout(late);
      }
    }

    try {
      if (closing.signal.aborted) end();
      await Promise.race([client.connect(), lost.promise]);
      await Promise.race([client.query(`LISTEN ${channel}`), lost.promise]);
      await Promise.race([echo(), lost.promise]);
      isListening = true;
      pauseMs = firstPauseMs;
      handlers.onListening();
      tried.resolve();
      for (;;) {
        await Promise.race([sleep(tryEchoEveryMs, undefined, { ref: false }), lost.promise]);
        await Promise.race([echo(), lost.promise]);
      }
    } finally {
      isListening = false;
      closing.signal.removeEventListener("abort", end);
      await endClient(client);
    }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await listenOnce();
      } catch (error) {
        tried.resolve();
        if (closing.signal.aborted) return;
        handlers.onLost(error);
      }
      const pause = sleep(pauseMs * (0.5 + Math.random()), undefined, {
        ref: false,
        signal: closing.signal,
      });
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
      await pause.catch(() => undefined);
    }
  }
  const running = run();

  return {
    tried: tried.promise,
    isListening: () => isListening,
    async [Symbol.asyncDispose]() {
      closing.abort();
      await running;
    },
  };
}

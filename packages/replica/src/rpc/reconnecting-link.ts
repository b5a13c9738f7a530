import type { Operation, OperationResultEnvelope, TRPCClientError, TRPCLink } from "@trpc/client";
import type { AnyTRPCRouter } from "@trpc/server";
import { observable, type Observable } from "@trpc/server/observable";

type Result<Router extends AnyTRPCRouter> = OperationResultEnvelope<
  unknown,
  TRPCClientError<Router>
>;

/** A connection to the host that can break and be reopened. */
export interface HostLine<Router extends AnyTRPCRouter> {
  /** Sends a call over the current connection. */
  send(op: Operation): Observable<Result<Router>, TRPCClientError<Router>>;
  /** Tries once to reopen the connection, and fails open calls of the old one; never rejects. */
  reach(): Promise<"up" | "locked" | "down">;
  /** Returns the state of the connection implied by an error; `up` if the error concerns only the call. */
  judge(error: unknown): "up" | "locked" | "down";
}

export type LineState = "up" | "restarting" | "away" | "locked";

export interface Reconnecting<Router extends AnyTRPCRouter> {
  readonly link: TRPCLink<Router>;
  readonly state: LineState;
  /** True if the connection was ever up. */
  readonly wasUp: boolean;
  watch(onChange: () => void): () => void;
  /** Reports from outside that the connection is broken. */
  lost(): void;
}

const pauseMs = { first: 100, longest: 5000 };
/** Time after which the host counts as away; longer than a restart takes. */
const awayAfterMs = 10_000;
/** Maximum attempts of a query, in case it crashes the host each time. */
const maxAsks = 3;

/**
 * Keeps a page working while its host is away. A broken connection is retried with jittered pauses that grow
 * to five seconds. Queries wait and are sent again. Subscriptions restart, and their first value requests a
 * full reload. Mutations fail, because it is unknown if they were executed.
 */
export function reconnectingLink<Router extends AnyTRPCRouter>(
  line: HostLine<Router>,
  { random = Math.random }: { readonly random?: () => number } = {},
): Reconnecting<Router> {
  const watchers = new Set<() => void>();
  let state: LineState = "up";
  let wasUp = false;
  let isReaching = false;

  function set(next: LineState): void {
    if (next === "up") wasUp = true;
    if (next === state) return;
    state = next;
    for (const watcher of watchers) watcher();
  }

  function lost(as: "locked" | "down"): void {
    if (isReaching) return;
    isReaching = true;
    set(as === "locked" ? "locked" : "restarting");
    void reach();
  }

  async function reach(): Promise<void> {
    const sinceMs = Date.now();
    for (let tries = 0; ; tries += 1) {
      const ceiling = Math.min(pauseMs.longest, pauseMs.first * 2 ** tries);
      await pause(state === "locked" ? pauseMs.longest / 2 : ceiling * (0.5 + random() / 2));
      const reached = await line.reach();
      if (reached === "up") break;
      if (reached === "locked") set("locked");
      else set(Date.now() - sinceMs < awayAfterMs ? "restarting" : "away");
    }
    isReaching = false;
    set("up");
  }

  /** Resolves when the connection is up, or immediately if it is. */
  function whenUp(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (state !== "up" && !signal.aborted) return;
        watchers.delete(look);
        signal.removeEventListener("abort", look);
        resolve();
      };
      watchers.add(look);
      signal.addEventListener("abort", look, { once: true });
      look();
    });
  }

  const link: TRPCLink<Router> =
    () =>
    ({ op }) =>
      observable((observer) => {
        const left = new AbortController();
        let inner: { unsubscribe(): void } | undefined;
        let asks = 0;

        const again = (): void => {
          inner?.unsubscribe();
          inner = undefined;
          void whenUp(left.signal).then(() => {
            if (!left.signal.aborted) begin();
          });
        };
        /** Returns true if the call is sent again once the connection is up. */
        const outlives = (error: unknown): boolean => {
          if (left.signal.aborted || op.signal?.aborted === true) return false;
          const verdict = line.judge(error);
          if (verdict === "up") return false;
          lost(verdict);
          if (op.type === "subscription") return true;
          return op.type === "query" && ++asks < maxAsks;
        };
        const begin = (): void => {
          let isOver = false;
          const subscribed = line.send(op).subscribe({
            next(value) {
              if (isOver) return;
              if (value.result.type === "state") {
                const { error } = value.result;
                if (error === null || error === undefined || !outlives(error)) return;
                isOver = true;
                again();
                return;
              }
              wasUp = true;
              observer.next(value);
            },
            error(error) {
              if (isOver) return;
              isOver = true;
              if (outlives(error)) again();
              else observer.error(error);
            },
            complete() {
              if (isOver) return;
              isOver = true;
              observer.complete();
            },
          });
          if (isOver) subscribed.unsubscribe();
          else inner = subscribed;
        };

        if (state === "up" || op.type === "mutation") begin();
        else again();
        return () => {
          left.abort();
          inner?.unsubscribe();
        };
      });

  return {
    link,
    get state() {
      return state;
    },
    get wasUp() {
      return wasUp;
    },
    watch(onChange) {
      watchers.add(onChange);
      return () => void watchers.delete(onChange);
    },
    lost: () => lost("down"),
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

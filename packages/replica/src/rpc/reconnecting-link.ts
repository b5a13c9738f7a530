import type { Operation, OperationResultEnvelope, TRPCClientError, TRPCLink } from "@trpc/client";
import type { AnyTRPCRouter } from "@trpc/server";
import { observable, type Observable } from "@trpc/server/observable";

type Result<Router extends AnyTRPCRouter> = OperationResultEnvelope<
  unknown,
  TRPCClientError<Router>
>;

/** One way to the host that can break, and be made again. */
export interface HostLine<Router extends AnyTRPCRouter> {
  /** Sends a call the way that is open now. */
  send(op: Operation): Observable<Result<Router>, TRPCClientError<Router>>;
  /** Tries once to open the way anew, and fails what was asked on the old one; never rejects. */
  reach(): Promise<"up" | "locked" | "down">;
  /** What an error says of the way; `up` when it says something of the call alone. */
  judge(error: unknown): "up" | "locked" | "down";
}

export type LineState = "up" | "restarting" | "away" | "locked";

export interface Reconnecting<Router extends AnyTRPCRouter> {
  readonly link: TRPCLink<Router>;
  readonly state: LineState;
  /** Whether it was up at all. */
  readonly wasUp: boolean;
  watch(onChange: () => void): () => void;
  /** Says from elsewhere that the way is broken. */
  lost(): void;
}

const pauseMs = { first: 100, longest: 5000 };
/** Longer than a restart takes. */
const awayAfterMs = 10_000;
/** A question that each time ends the one who is asked is not asked for ever. */
const maxAsks = 3;

/**
 * Keeps a page at work while its host is away. When the way breaks it is tried again, with full-jitter
 * pauses that grow to five seconds. Questions wait and are asked again; subscriptions begin anew, and
 * say at their beginning what to read again; a write fails, since nobody knows whether it was done.
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

  /** Resolves when the way is open; at once where it is. */
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
        /** True when the call goes on once the way is open again. */
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

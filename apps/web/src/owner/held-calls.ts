import type { AppRouter } from "@tidemark/core/router";
import { type HostLine, PortClosed } from "@tidemark/replica/rpc/page";
import { type Operation, TRPCClientError } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { Connection } from "./connection.ts";

/** Number of calls and files that wait for a connection; further ones fail. */
const maxHeld = 1000;

/** Calls of a page, over one connection after another. */
export interface HeldCalls {
  readonly send: HostLine<AppRouter>["send"];
  readonly sendFile: Connection["sendFile"];
  readonly ask: Connection["ask"];
  readonly isConnected: boolean;
  /**
   * Uses a connection from now on, and sends what was held. Null holds calls back. The connection before is to be
   * ended by the caller.
   */
  use(connection: Connection | null): void;
  /** Resolves once there is a connection. */
  connected(): Promise<void>;
}

/**
 * Holds calls back while a page has no connection, and sends them over the next one. Calls that a connection
 * left unanswered are sent again if the worker said goodbye, because it didn't run them, or if `isRepeatable`
 * says that running them twice does no harm. Others fail with `PortClosed`.
 */
export function holdCalls(isRepeatable: (op: Operation) => boolean): HeldCalls {
  let current: Connection | null = null;
  const waiting = new Set<(connection: Connection) => void>();
  let isUp = Promise.withResolvers<void>();

  const send: HeldCalls["send"] = (op) =>
    observable((observer) => {
      let isLeft = false;
      let stop = (): void => {};

      const hold = (): void => {
        if (current !== null) begin(current);
        else if (waiting.size >= maxHeld) observer.error(closedError("too many calls wait"));
        else {
          waiting.add(begin);
          stop = () => void waiting.delete(begin);
          op.signal?.addEventListener("abort", leave, { once: true });
          if (op.signal?.aborted === true) leave();
        }
      };
      const leave = (): void => {
        stop();
        if (op.type === "subscription") observer.complete();
        else observer.error(TRPCClientError.from(reasonOf(op)));
      };
      const begin = (connection: Connection): void => {
        op.signal?.removeEventListener("abort", leave);
        let isOver = false;
        const sent = connection.send(op).subscribe({
          next: (value) => observer.next(value),
          error(error) {
            isOver = true;
            if (isLeft) return;
            const isSafe = connection.saidGoodbye || isRepeatable(op);
            if (isSafe && isClosed(error)) hold();
            else observer.error(error);
          },
          complete() {
            isOver = true;
            observer.complete();
          },
        });
        if (!isOver) stop = () => sent.unsubscribe();
      };

      hold();
      return () => {
        isLeft = true;
        op.signal?.removeEventListener("abort", leave);
        stop();
      };
    });

  function connection(signal: AbortSignal | undefined): Promise<Connection> {
    if (current !== null) return Promise.resolve(current);
    return new Promise((resolve, reject) => {
      if (waiting.size >= maxHeld) reject(new PortClosed("too many files wait"));
      else waiting.add(resolve);
      const abort = (): void => {
        waiting.delete(resolve);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", abort, { once: true });
    });
  }

  /** Sends something again for as long as connections end with a goodbye before it is answered. */
  async function overConnections<T>(
    work: (connection: Connection) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    for (;;) {
      signal?.throwIfAborted();
      const now = await connection(signal);
      try {
        return await work(now);
      } catch (error) {
        if (!(error instanceof PortClosed && now.saidGoodbye)) throw error;
      }
    }
  }

  return {
    send,
    sendFile: (query, file, options) =>
      overConnections((each) => each.sendFile(query, file, options), options.signal),
    ask: (order) => overConnections((each) => each.ask(order)),
    get isConnected() {
      return current !== null;
    },
    use(connection) {
      const before = current;
      current = connection;
      if (connection === null && before !== null) isUp = Promise.withResolvers();
      if (connection === null) return;
      const held = [...waiting];
      waiting.clear();
      for (const begin of held) begin(connection);
      isUp.resolve();
    },
    connected: () => isUp.promise,
  };
}

/** Returns true if a call failed because its connection ended. */
export function isClosed(error: unknown): boolean {
  return error instanceof TRPCClientError && error.cause instanceof PortClosed;
}

function closedError(message: string): TRPCClientError<AppRouter> {
  return TRPCClientError.from(new PortClosed(message));
}

function reasonOf({ signal }: Operation): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new DOMException("aborted", "AbortError");
}

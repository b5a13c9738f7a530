import { TRPCClientError, type TRPCLink } from "@trpc/client";
import type { AnyTRPCRouter } from "@trpc/server";
import { observable } from "@trpc/server/observable";
import { isAtOnce } from "@tidemark/core/router/at-once";
import type { Port, PortRequest, PortResponse } from "./port.ts";

/** Error of a call whose port closed; it is unknown if the call was executed. */
export class PortClosed extends Error {
  override readonly name = "PortClosed";
}

/**
 * The client's half of `servePort`: a terminating tRPC link over a port. When the port closes, every
 * open and every later call fails with a TRPCClientError. Aborting a call's signal, or leaving a
 * subscription, tells the server to stop it.
 *
 * The server reads one query after the other. So while a query that the user waits for (`atOnce`) is running,
 * other queries are held back, even those called just before it.
 */
export function portLink<Router extends AnyTRPCRouter>(port: Port): TRPCLink<Router> {
  const pending = new Map<number, (response: PortResponse) => void>();
  const onCloses = new Set<() => void>();
  let lastId = 0;
  let isClosed = false;
  /** Number of running queries that the user waits for. */
  let urgent = 0;
  let held: (() => void)[] = [];
  const release = (): void => {
    if (urgent > 0) return;
    const posts = held;
    held = [];
    for (const post of posts) post();
  };

  port.listen(
    (message) => {
      const response = message as PortResponse;
      pending.get(response.id)?.(response);
    },
    () => {
      isClosed = true;
      for (const onClose of onCloses) onClose();
    },
  );

  return () =>
    ({ op }) =>
      observable((observer) => {
        if (isClosed) {
          observer.error(closedError());
          return;
        }
        const id = ++lastId;
        const isSubscription = op.type === "subscription";
        const isUrgent = op.type === "query" && isAtOnce(op.context);
        let isPosted = false;

        const settle = () => {
          if (isUrgent && pending.has(id)) {
            urgent -= 1;
            // After the callbacks of this answer, which may call for more at once.
            queueMicrotask(release);
          }
          pending.delete(id);
          onCloses.delete(onClose);
          op.signal?.removeEventListener("abort", onAbort);
        };
        const stop = () => {
          if (!pending.has(id)) return;
          settle();
          if (isPosted && !isClosed) port.post({ id, method: "stop" } satisfies PortRequest);
        };
        const onClose = () => {
          settle();
          observer.error(closedError());
        };
        const onAbort = () => {
          stop();
          if (isSubscription) observer.complete();
          else observer.error(TRPCClientError.from(abortReason(op.signal)));
        };

        if (isUrgent) urgent += 1;
        pending.set(id, (response) => {
          switch (response.type) {
            case "started":
              observer.next({ result: { type: "started" } });
              break;
            case "data":
              observer.next({ result: { type: "data", data: response.data } });
              if (isSubscription) break;
              settle();
              observer.complete();
              break;
            case "stopped":
              settle();
              observer.next({ result: { type: "stopped" } });
              observer.complete();
              break;
            case "error":
              settle();
              observer.error(TRPCClientError.from({ error: response.error } as never));
              break;
          }
        });
        onCloses.add(onClose);

        if (op.signal?.aborted === true) {
          settle();
          observer.error(TRPCClientError.from(abortReason(op.signal)));
          return;
        }
        op.signal?.addEventListener("abort", onAbort, { once: true });
        const post = () => {
          if (!pending.has(id)) return;
          isPosted = true;
          const request = { id, method: op.type, path: op.path, input: op.input };
          try {
            port.post(request satisfies PortRequest);
          } catch (error) {
            settle();
            observer.error(TRPCClientError.from(error as Error));
          }
        };
        if (op.type !== "query" || isUrgent) {
          post();
        } else {
          held.push(post);
          queueMicrotask(release);
        }
        return stop;
      });
}

function closedError(): TRPCClientError<AnyTRPCRouter> {
  return TRPCClientError.from(new PortClosed("the connection to the local data was closed"));
}

function abortReason(signal: AbortSignal | null | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new DOMException("aborted", "AbortError");
}

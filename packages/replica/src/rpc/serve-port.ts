import {
  type AnyTRPCRouter,
  callTRPCProcedure,
  getErrorShape,
  getTRPCErrorFromUnknown,
  type inferRouterContext,
  TRPCError,
} from "@trpc/server";
import { type Port, type PortCall, portRequest, type PortResponse } from "./port.ts";

export interface PortServer {
  /**
   * Takes no more calls, and ends queries and subscriptions without an answer. Resolves once running mutations
   * were answered: by then, no unanswered call has changed anything.
   */
  drain(): Promise<void>;
  /** Aborts queries and subscriptions and closes the port. Resolves when running mutations have finished. */
  close(): Promise<void>;
}

export interface ServePortOptions {
  /** Called for every failed call, for both bugs and expected errors. */
  readonly onError?: (error: TRPCError, path: string) => void;
  /** Maximum number of running calls; further ones fail. Unlimited if absent. */
  readonly maxCalls?: number;
}

/**
 * Executes calls from a port with a router. Errors are shaped by the router's `errorFormatter`. Subscriptions
 * are async iterables; a `stop` from the client or the port's close aborts the call's signal and ends the
 * iterable. Mutations received before the close run to their end, because they may save the last input of a
 * closed page. Invalid messages are ignored. Each call gets its own context.
 */
export function servePort<Router extends AnyTRPCRouter>(
  port: Port,
  router: Router,
  createContext: () => inferRouterContext<Router> | Promise<inferRouterContext<Router>>,
  options: ServePortOptions = {},
): PortServer {
  const running = new Map<
    number,
    { method: PortCall["method"]; abort: AbortController; ended: Promise<void> }
  >();
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>();
  const { maxCalls = Infinity } = options;
  let isClosed = false;
  let isDraining = false;

  function respond(response: PortResponse): void {
    if (isClosed || (isDraining && running.get(response.id)?.method !== "mutation")) return;
    port.post(response);
  }

  async function answer(call: PortCall, signal: AbortSignal): Promise<void> {
    const { id, path, input, method: type } = call;
    let ctx: inferRouterContext<Router> | undefined;
    try {
      if (running.size >= maxCalls) throw new TRPCError({ code: "TOO_MANY_REQUESTS" });
      ctx = await createContext();
      const work: Promise<unknown> = callTRPCProcedure({
        router,
        path,
        type,
        ctx,
        signal,
        getRawInput: () => Promise.resolve(input),
        batchIndex: 0,
      });
      const result = await untilAborted(work, signal);
      if (result === aborted) return;
      if (type !== "subscription") {
        respond({ id, type: "data", data: result });
        return;
      }
      if (!isAsyncIterable(result)) {
        throw new TRPCError({
          code: "INTERNAL_SERVER_ERROR",
          message: `subscription ${path} is no async iterable`,
        });
      }
      respond({ id, type: "started" });
      await forward(id, result, signal);
      respond({ id, type: "stopped" });
    } catch (cause) {
      const error = getTRPCErrorFromUnknown(cause);
      if (!signal.aborted) options.onError?.(error, path);
      const shape: unknown = getErrorShape({
        config: router._def._config,
        error,
        type,
        path,
        input,
        ctx,
      });
      respond({ id, type: "error", error: shape });
    }
  }

  async function forward(
    id: number,
    values: AsyncIterable<unknown>,
    signal: AbortSignal,
  ): Promise<void> {
    const iterator = values[Symbol.asyncIterator]();
    for (;;) {
      const next = await untilAborted(iterator.next(), signal);
      if (next === aborted) {
        // `return` isn't awaited: it queues behind a `next` that may never settle.
        void iterator.return?.().catch(() => undefined);
        return;
      }
      if (next.done === true) return;
      respond({ id, type: "data", data: next.value });
    }
  }

  function handle(message: unknown): void {
    const parsed = portRequest.safeParse(message);
    if (!parsed.success || isClosed) return;
    const request = parsed.data;
    if (request.method === "stop") {
      running.get(request.id)?.abort.abort();
      return;
    }
    if (isDraining || running.has(request.id)) return;
    const abort = new AbortController();
    const ended = answer(request, abort.signal).finally(() => running.delete(request.id));
    running.set(request.id, { method: request.method, abort, ended });
  }

  function handleClose(): void {
    if (isClosed) return;
    isClosed = true;
    const calls = [...running.values()];
    for (const call of calls) if (call.method !== "mutation") call.abort.abort();
    void Promise.all(calls.map((call) => call.ended)).then(() => onClosed());
  }

  port.listen(handle, handleClose);
  return {
    async drain() {
      isDraining = true;
      const calls = [...running.values()];
      for (const call of calls) if (call.method !== "mutation") call.abort.abort();
      await Promise.all(calls.map((call) => call.ended));
    },
    close() {
      handleClose();
      port.close();
      return closed;
    },
  };
}

const aborted: unique symbol = Symbol("aborted");

/** Resolves early on abort: work that ignores the signal would otherwise keep its call open. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | typeof aborted> {
  const { promise: settled, resolve, reject } = Promise.withResolvers<T | typeof aborted>();
  const onAbort = () => resolve(aborted);
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  return settled;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

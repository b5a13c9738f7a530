import { type AppError, appError } from "@tidemark/core";
import { TRPCClientError } from "@trpc/client";

/** An overloaded server, which will answer a later request. */
export interface BusyServer {
  /** Delay that the server asked for; null if it didn't. */
  readonly retryAfterMs: number | null;
  readonly message: string;
}

export const busyServer: BusyServer = {
  retryAfterMs: null,
  message: "the server is busy",
};

/** Overload because a call timed out. */
export const lateServer: BusyServer = {
  retryAfterMs: null,
  message: "the server isn't responding",
};

/** Error for a busy response of a proxy, which isn't in the protocol's format. */
class BusyAnswer extends Error {
  readonly busy: BusyServer;
  constructor(busy: BusyServer) {
    super(busy.message);
    this.busy = busy;
  }
}

/** Returns a response, unless it is a proxy's page that reports overload; then it throws. */
export async function unlessBusy(answer: Response): Promise<Response> {
  const isOurs = answer.headers.get("content-type")?.includes("json") === true;
  if (isOurs || !isBusyStatus(answer.status)) return answer;
  await answer.body?.cancel();
  throw new BusyAnswer({ ...busyServer, retryAfterMs: requestedDelayMs(answer) });
}

/**
 * Returns the details if a call failed because of overload; null for other errors. Overload is our error
 * RESOURCE_EXHAUSTED, or 429 or 503 of a proxy in any format.
 */
export function busyServerOf(error: unknown): BusyServer | null {
  if (!(error instanceof TRPCClientError)) return null;
  if (error.cause instanceof BusyAnswer) return error.cause.busy;
  const app = error.data?.app as Partial<AppError> | null | undefined;
  const response = error.meta?.["response"];
  const answer = response instanceof Response ? response : null;
  const status: unknown = error.data?.httpStatus ?? answer?.status;
  const isBusy = app ? app.code === "RESOURCE_EXHAUSTED" : isBusyStatus(status);
  if (!isBusy) return null;
  const message = app?.message ?? busyServer.message;
  return { retryAfterMs: app?.retryAfterMs ?? requestedDelayMs(answer), message };
}

export function isTimeOut(error: unknown): boolean {
  const cause = error instanceof TRPCClientError ? error.cause : error;
  return cause instanceof Error && cause.name === "TimeoutError";
}

export function busyError({ retryAfterMs, message }: BusyServer): AppError {
  const error = appError("RESOURCE_EXHAUSTED", message);
  return retryAfterMs === null ? error : { ...error, retryAfterMs };
}

function isBusyStatus(status: unknown): boolean {
  return status === 429 || status === 503;
}

/** Returns `Retry-After` in ms; ignores its date format. */
function requestedDelayMs(answer: Response | null): number | null {
  const said = answer?.headers.get("retry-after") ?? "";
  return /^\d{1,6}$/.test(said) ? Number(said) * 1000 : null;
}

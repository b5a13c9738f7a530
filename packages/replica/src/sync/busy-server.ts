import { type AppError, appError } from "@tidemark/core";
import { TRPCClientError } from "@trpc/client";

/** A server that has too much to do: it is there, and asked later it will answer. */
export interface BusyServer {
  /** When it said that another try is worth it; null: it did not say. */
  readonly retryAfterMs: number | null;
  readonly message: string;
}

/** One that has said nothing more of it. */
export const busyServer: BusyServer = {
  retryAfterMs: null,
  message: "the server is busy",
};

/** One that says nothing within the time that a call has. */
export const lateServer: BusyServer = {
  retryAfterMs: null,
  message: "the server isn't responding",
};

/** Thrown for a busy answer of what stands before the server, which nobody can read as one of ours. */
class BusyAnswer extends Error {
  readonly busy: BusyServer;
  constructor(busy: BusyServer) {
    super(busy.message);
    this.busy = busy;
  }
}

/** Gives an answer on, unless it is a page that says that the server is busy: that is thrown. */
export async function unlessBusy(answer: Response): Promise<Response> {
  const isOurs = answer.headers.get("content-type")?.includes("json") === true;
  if (isOurs || !isBusyStatus(answer.status)) return answer;
  await answer.body?.cancel();
  throw new BusyAnswer({ ...busyServer, retryAfterMs: saidMs(answer) });
}

/**
 * What a call met that the server had no time for: our failure RESOURCE_EXHAUSTED, or 429 or 503 of what
 * stands before the server, whatever that answers. null: something else.
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
  return { retryAfterMs: app?.retryAfterMs ?? saidMs(answer), message };
}

/** Whether a call ended because nothing answered it in time. */
export function isTimeOut(error: unknown): boolean {
  const cause = error instanceof TRPCClientError ? error.cause : error;
  return cause instanceof Error && cause.name === "TimeoutError";
}

/** The same for whoever asked. */
export function busyError({ retryAfterMs, message }: BusyServer): AppError {
  const error = appError("RESOURCE_EXHAUSTED", message);
  return retryAfterMs === null ? error : { ...error, retryAfterMs };
}

function isBusyStatus(status: unknown): boolean {
  return status === 429 || status === 503;
}

/** `Retry-After` in seconds; the form with a date is not read. */
function saidMs(answer: Response | null): number | null {
  const said = answer?.headers.get("retry-after") ?? "";
  return /^\d{1,6}$/.test(said) ? Number(said) * 1000 : null;
}

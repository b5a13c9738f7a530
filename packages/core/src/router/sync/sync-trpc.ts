import { initTRPC, TRPCError } from "@trpc/server";
import { StandingLostError } from "../../access/standing.ts";
import {
  type AppError,
  appError,
  type ErrorCode,
  errorCodes,
  invalidField,
} from "../../error/errors.ts";
import type { Result } from "../../error/result.ts";
import { StorageError } from "../../error/storage-error.ts";
import { findNul, isObject } from "../../json/index.ts";
import type { SyncContext } from "./sync-context.ts";
import { trpcErrors } from "../shared/trpc-errors.ts";

export const t = initTRPC.context<SyncContext>().create({
  ...trpcErrors.options,
  // Keeps idle streams open through proxies, and lets a device notice one that died silently.
  sse: {
    ping: { enabled: true, intervalMs: 25_000 },
    client: { reconnectAfterInactivityMs: 60_000 },
  },
});

function refuse(error: AppError | null): TRPCError {
  return error === null
    ? new TRPCError({ code: "UNAUTHORIZED", message: "a credential is needed" })
    : trpcErrors.of(error, "UNAUTHORIZED");
}

export function tooManyStreams(): TRPCError {
  return trpcErrors.of(
    appError("RESOURCE_EXHAUSTED", "too many open streams"),
    "TOO_MANY_REQUESTS",
  );
}

/**
 * Refuses what holds U+0000. The operations of a push are judged one by one, so that one of them does
 * not hold up the others.
 */
export const asked = t.procedure.use(async ({ getRawInput, next }) => {
  // What cannot be read is refused by whoever takes it in; calls that take none come without.
  const input = await getRawInput().catch(() => undefined);
  const path = findNul(isObject(input) ? { ...input, ops: null } : input);
  if (path === null) {
    const result = await next();
    if (result.ok || !(result.error.cause instanceof StorageError)) return result;
    // Not the server's fault, and nothing was lost: whoever stands before several of them reads it so.
    const { cause, message } = result.error;
    throw new TRPCError({ code: "SERVICE_UNAVAILABLE", message, cause });
  }
  throw trpcErrors.of(
    invalidField(path.length === 0 ? "input" : path.join("."), "must not hold U+0000"),
    "BAD_REQUEST",
  );
});

export const signedIn = asked.use(async ({ ctx, next }) => {
  if (ctx.caller === null) throw refuse(ctx.refusal);
  const result = await next({ ctx: { ...ctx, caller: ctx.caller } });
  // It ended after it was looked at; where it only allows less, the device asks again with that.
  if (result.ok || !(result.error.cause instanceof StandingLostError)) return result;
  const { error } = result.error.cause;
  if (errorCodes[error.code].status === 401) throw refuse(error);
  throw trpcErrors.of(error, "CONFLICT");
});

/** What failures of calls are to HTTP; the others are that one may not. */
const httpCodes: Readonly<Partial<Record<ErrorCode, TRPCError["code"]>>> = {
  NOT_FOUND: "NOT_FOUND",
  INVALID_ARGUMENT: "BAD_REQUEST",
  FAILED_PRECONDITION: "PRECONDITION_FAILED",
  TOO_LARGE: "PAYLOAD_TOO_LARGE",
  RESOURCE_EXHAUSTED: "TOO_MANY_REQUESTS",
  UNAVAILABLE: "SERVICE_UNAVAILABLE",
};

/** The value of a result, or its failure with the status that the API would answer with. */
export function unwrapAsHttp<T>(result: Result<T, AppError>): T {
  if (result.ok) return result.value;
  throw trpcErrors.of(result.error, httpCodes[result.error.code] ?? "FORBIDDEN");
}

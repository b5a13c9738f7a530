import { initTRPC, TRPCError } from "@trpc/server";
import { CredentialRevokedError } from "../../access/credential-check.ts";
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
  // Pings keep idle streams open through proxies, and let a device notice a dead connection.
  sse: {
    ping: { enabled: true, intervalMs: 25_000 },
    client: { reconnectAfterInactivityMs: 60_000 },
  },
});

function refuse(error: AppError | null): TRPCError {
  return error === null
    ? new TRPCError({ code: "UNAUTHORIZED", message: "authentication is required" })
    : trpcErrors.of(error, "UNAUTHORIZED");
}

export function tooManyStreams(): TRPCError {
  return trpcErrors.of(
    appError("RESOURCE_EXHAUSTED", "too many open streams"),
    "TOO_MANY_REQUESTS",
  );
}

/**
 * Rejects input with U+0000. Operations of a push are checked one by one, so that an invalid one doesn't
 * block the others.
 */
export const asked = t.procedure.use(async ({ getRawInput, next }) => {
  // Input that can't be parsed is rejected later by the procedure's schema. Calls without input have none.
  const input = await getRawInput().catch(() => undefined);
  const path = findNul(isObject(input) ? { ...input, ops: null } : input);
  if (path === null) {
    const result = await next();
    if (result.ok || !(result.error.cause instanceof StorageError)) return result;
    // The server isn't at fault and nothing was lost; a load balancer understands this status.
    const { cause, message } = result.error;
    throw new TRPCError({ code: "SERVICE_UNAVAILABLE", message, cause });
  }
  throw trpcErrors.of(
    invalidField(path.length === 0 ? "input" : path.join("."), "must not contain U+0000"),
    "BAD_REQUEST",
  );
});

export const signedIn = asked.use(async ({ ctx, next }) => {
  if (ctx.caller === null) throw refuse(ctx.refusal);
  const result = await next({ ctx: { ...ctx, caller: ctx.caller } });
  // The credential ended or changed after it was checked. If its rights were only reduced, the device
  // retries.
  if (result.ok || !(result.error.cause instanceof CredentialRevokedError)) return result;
  const { error } = result.error.cause;
  if (errorCodes[error.code].status === 401) throw refuse(error);
  throw trpcErrors.of(error, "CONFLICT");
});

/** HTTP statuses of expected failures; all others are FORBIDDEN. */
const httpCodes: Readonly<Partial<Record<ErrorCode, TRPCError["code"]>>> = {
  NOT_FOUND: "NOT_FOUND",
  INVALID_ARGUMENT: "BAD_REQUEST",
  FAILED_PRECONDITION: "PRECONDITION_FAILED",
  TOO_LARGE: "PAYLOAD_TOO_LARGE",
  RESOURCE_EXHAUSTED: "TOO_MANY_REQUESTS",
  UNAVAILABLE: "SERVICE_UNAVAILABLE",
};

/** Returns the value of a result, or throws its failure with the HTTP status of the API. */
export function unwrapAsHttp<T>(result: Result<T, AppError>): T {
  if (result.ok) return result.value;
  throw trpcErrors.of(result.error, httpCodes[result.error.code] ?? "FORBIDDEN");
}

import { TRPCError, type TRPC_ERROR_CODE_KEY } from "@trpc/server";
import { CredentialRevokedError } from "../../access/credential-check.ts";
import { AppFailure } from "../../error/app-failure.ts";
import type { AppError } from "../../error/errors.ts";
import type { Result } from "../../error/result.ts";
import { storageFailed, StorageError } from "../../error/storage-error.ts";

/** Conversion of expected failures for tRPC; callers find one at `error.data.app`. */
export const trpcErrors = {
  /** Returns the error for a router to throw. `code` determines the HTTP status. */
  of(error: AppError, code: TRPC_ERROR_CODE_KEY): TRPCError {
    return new TRPCError({ code, message: error.message, cause: new AppFailure(error) });
  },

  /** Returns the value of a result, or throws its error. */
  unwrap<T>(result: Result<T, AppError>, code: TRPC_ERROR_CODE_KEY = "BAD_REQUEST"): T {
    if (result.ok) return result.value;
    throw trpcErrors.of(result.error, code);
  },

  /** Options for creating a router, besides its context. */
  options: {
    // Answers never include a stack, whatever NODE_ENV is.
    isDev: false,
    errorFormatter<Data extends object, Shape extends { readonly data: Data }>({
      shape,
      error,
    }: {
      readonly shape: Shape;
      readonly error: TRPCError;
    }) {
      return { ...shape, data: { ...shape.data, app: appErrorOf(error.cause) } };
    },
  },
} as const;

function appErrorOf(cause: unknown): AppError | null {
  if (cause instanceof AppFailure || cause instanceof CredentialRevokedError) return cause.error;
  return cause instanceof StorageError ? storageFailed(cause) : null;
}

import { TRPCError, type TRPC_ERROR_CODE_KEY } from "@trpc/server";
import { StandingLostError } from "../../access/standing.ts";
import { AppFailure } from "../../error/app-failure.ts";
import type { AppError } from "../../error/errors.ts";
import type { Result } from "../../error/result.ts";
import { storageFailed, StorageError } from "../../error/storage-error.ts";

/** How expected failures travel through tRPC: whoever called finds one at `error.data.app`. */
export const trpcErrors = {
  /** The failure as a router throws it. `code` decides the HTTP status. */
  of(error: AppError, code: TRPC_ERROR_CODE_KEY): TRPCError {
    return new TRPCError({ code, message: error.message, cause: new AppFailure(error) });
  },

  /** The value of a result, or what the router throws. */
  unwrap<T>(result: Result<T, AppError>, code: TRPC_ERROR_CODE_KEY = "BAD_REQUEST"): T {
    if (result.ok) return result.value;
    throw trpcErrors.of(result.error, code);
  },

  /** What a router is created with beside its context. */
  options: {
    // Whatever NODE_ENV says: an answer shows no stack.
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
  if (cause instanceof AppFailure || cause instanceof StandingLostError) return cause.error;
  return cause instanceof StorageError ? storageFailed(cause) : null;
}

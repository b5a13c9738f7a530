import { FilterTimeoutError } from "./filter-timeout.ts";
import type { FilterError } from "./filter-error.ts";
import { err, type Result } from "./result.ts";

/**
 * All error codes, with the HTTP status and number of the current form. A test compares them with
 * docs/errors.md.
 */
export const errorCodes = {
  INVALID_ARGUMENT: { status: 400, number: 3 },
  FAILED_PRECONDITION: { status: 400, number: 9 },
  UNAUTHENTICATED: { status: 401, number: 16 },
  TOKEN_EXPIRED: { status: 401, number: 16 },
  TOKEN_REVOKED: { status: 401, number: 16 },
  PERMISSION_DENIED: { status: 403, number: 7 },
  NOT_FOUND: { status: 404, number: 5 },
  METHOD_NOT_ALLOWED: { status: 405, number: 12 },
  REQUEST_TIMEOUT: { status: 408, number: 4 },
  ALREADY_EXISTS: { status: 409, number: 6 },
  TOO_LARGE: { status: 413, number: 3 },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, number: 12 },
  RESOURCE_EXHAUSTED: { status: 429, number: 8 },
  INTERNAL: { status: 500, number: 13 },
  UNIMPLEMENTED: { status: 501, number: 12 },
  UNAVAILABLE: { status: 503, number: 14 },
} as const satisfies Record<string, { status: number; number: number }>;
export type ErrorCode = keyof typeof errorCodes;

export interface FieldViolation {
  /** Path of the field, spelled as in the request. */
  readonly field: string;
  readonly issue: string;
}

/** Expected failure of a service: a plain value that survives a message port and JSON. */
export interface AppError {
  readonly type: "app-error";
  readonly code: ErrorCode;
  readonly message: string;
  readonly fields: readonly FieldViolation[];
  /** Set if a filter was refused: the position, and a suggestion. */
  readonly filter?: FilterError;
  /** Delay before a retry. Set with RESOURCE_EXHAUSTED, and with UNAVAILABLE if known. */
  readonly retryAfterMs?: number;
  /** Set with UNAVAILABLE if the browser gives this site no more space. */
  readonly isOutOfSpace?: boolean;
}

export function appError(
  code: ErrorCode,
  message: string,
  fields: readonly FieldViolation[] = [],
): AppError {
  return { type: "app-error", code, message, fields };
}

export function invalidField(field: string, issue: string): AppError {
  return appError("INVALID_ARGUMENT", `${field}: ${issue}`, [{ field, issue }]);
}

/** Returns the same message for absent resources and for those that the caller may not read. */
export function notFound(): AppError {
  return appError("NOT_FOUND", "not found");
}

export function filterRefused(error: FilterError): AppError {
  const { line, column } = error.position;
  const advice = error.suggestion === undefined ? "" : `; ${error.suggestion}`;
  const issue = `${error.message}${advice} (line ${line}, column ${column})`;
  return { ...invalidField("filter", issue), filter: error };
}

/** Returns the failure for a filter that was cancelled because it took too long; 429 if it never started. */
export function filterTimedOut({ message, reason }: FilterTimeoutError): AppError {
  if (reason === "deadline") return invalidField("filter", message);
  return { ...appError("RESOURCE_EXHAUSTED", `filter: ${message}`), retryAfterMs: 2000 };
}

/** Runs a read with a filter; converts the filter's timeout into an error value. */
export async function withinFilterTime<T>(
  read: () => Promise<Result<T, AppError>>,
): Promise<Result<T, AppError>> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FilterTimeoutError) return err(filterTimedOut(error));
    throw error;
  }
}

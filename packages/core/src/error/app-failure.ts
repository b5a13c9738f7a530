import type { AppError } from "./errors.ts";
import type { Result } from "./result.ts";

/** Carries an expected failure to the edge that answers it, past code that only returns what went well. */
export class AppFailure extends Error {
  readonly error: AppError;
  constructor(error: AppError) {
    super(error.message);
    this.error = error;
  }
}

/** The value of a result, or the failure that the edge answers. */
export function unwrap<T>(result: Result<T, AppError>): T {
  if (result.ok) return result.value;
  throw new AppFailure(result.error);
}

import type { AppError } from "./errors.ts";
import type { Result } from "./result.ts";

/**
 * Error that passes an expected failure to the outer layer, which answers it, through code that only returns
 * values.
 */
export class AppFailure extends Error {
  readonly error: AppError;
  constructor(error: AppError) {
    super(error.message);
    this.error = error;
  }
}

/** Returns the value of a result, or throws its failure as an `AppFailure`. */
export function unwrap<T>(result: Result<T, AppError>): T {
  if (result.ok) return result.value;
  throw new AppFailure(result.error);
}

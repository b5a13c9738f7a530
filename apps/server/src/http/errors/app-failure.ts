import type { AppError, Result } from "@tidemark/core";

/** Carries an expected error from a route to the one place that answers it. */
export class AppFailure extends Error {
  readonly error: AppError;
  constructor(error: AppError) {
    super(error.message);
    this.error = error;
  }
}

/** The value of a result, or the failure that becomes the error answer. */
export function unwrap<T>(result: Result<T, AppError>): T {
  if (result.ok) return result.value;
  throw new AppFailure(result.error);
}

import { UnstorableError } from "@tidemark/core";
import { isUnstorable } from "./sqlite-error.ts";

/**
 * Rejects with an `UnstorableError` instead of the driver's error if `work` wrote a value that the database
 * refuses.
 */
export async function namingUnstorable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isUnstorable(error) ? new UnstorableError(error) : error;
  }
}

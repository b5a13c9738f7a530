import { describeError, findAppError } from "../../data/client.tsx";
import { syncStrings } from "../strings.ts";

/**
 * Returns why a code failed to connect. The server gives the same answer for every code it rejects. A code
 * that it accepted is used up, even if a later step failed.
 */
export function codeFailureInWords(error: unknown): string {
  const failure = findAppError(error);
  if (failure?.code === "PERMISSION_DENIED") return syncStrings.codeRefused;
  if (failure?.fields.some(({ field }) => field === "code") === true) {
    return syncStrings.codeSpent(failure.message);
  }
  return describeError(error);
}

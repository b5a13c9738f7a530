import { describeError, findAppError } from "../../data/client.tsx";
import { syncStrings } from "../strings.ts";

/**
 * Why a code did not connect. The server says of every code that it does not take the same; one that it
 * took is used up, also where something failed after that.
 */
export function codeFailureInWords(error: unknown): string {
  const failure = findAppError(error);
  if (failure?.code === "PERMISSION_DENIED") return syncStrings.codeRefused;
  if (failure?.fields.some(({ field }) => field === "code") === true) {
    return syncStrings.codeSpent(failure.message);
  }
  return describeError(error);
}

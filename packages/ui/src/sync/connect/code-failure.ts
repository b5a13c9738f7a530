import { describeError, findAppError } from "../../data/client.tsx";
import { syncStrings } from "../strings.ts";

/** Why a code did not connect. The server says of every code that it does not take the same. */
export function codeFailureInWords(error: unknown): string {
  return findAppError(error)?.code === "PERMISSION_DENIED"
    ? syncStrings.codeRefused
    : describeError(error);
}

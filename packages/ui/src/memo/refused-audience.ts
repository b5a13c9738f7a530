import { describeError, findAppError } from "../data/client.tsx";
import { memoStrings } from "./strings.ts";

/** Returns true if a memo was rejected because its author isn't in the space. */
export function isSpaceRefused(error: unknown): boolean {
  return findAppError(error)?.fields.some(({ field }) => field === "space") ?? false;
}

/** Returns the reason for a rejected memo for the user, including that its author left the space. */
export function describeRefusedAudience(error: unknown): string {
  return isSpaceRefused(error) ? memoStrings.notInSpace : describeError(error);
}

import { describeError, findAppError } from "../data/client.tsx";
import { memoStrings } from "./strings.ts";

/** Whether a memo was not written because its author is not in the space. */
export function isSpaceRefused(error: unknown): boolean {
  return findAppError(error)?.fields.some(({ field }) => field === "space") ?? false;
}

/** Why a memo was not written, for a person: also that its space was left meanwhile. */
export function describeRefusedAudience(error: unknown): string {
  return isSpaceRefused(error) ? memoStrings.notInSpace : describeError(error);
}

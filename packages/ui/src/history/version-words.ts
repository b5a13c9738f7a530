import type { RevisionRecord } from "@tidemark/core";
import { historyStrings, type Known } from "./strings.ts";

/** Returns why and on which device a version was saved; names its author only if it is another user. */
export function versionWords(
  { reason, author, device }: Pick<RevisionRecord, "reason" | "author" | "device">,
  user: string | undefined,
): string {
  const isOther = author !== user;
  const known: Known =
    device === "" ? (isOther ? "author" : "neither") : isOther ? "both" : "device";
  return historyStrings.reasons[reason](known, device, author.slice(author.indexOf("/") + 1));
}

/** Returns the version that best shows the last merge: this device's side of it. */
export function findMerge<Version extends Pick<RevisionRecord, "reason">>(
  versions: readonly Version[],
): Version | undefined {
  return versions.find(({ reason }) => reason === "merge");
}

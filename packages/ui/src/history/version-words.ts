import type { RevisionRecord } from "@tidemark/core";
import { historyStrings, type Known } from "./strings.ts";

/** Why a version was kept and where that happened; people are named only where they are others. */
export function versionWords(
  { reason, author, device }: Pick<RevisionRecord, "reason" | "author" | "device">,
  user: string | undefined,
): string {
  const isOther = author !== user;
  const known: Known =
    device === "" ? (isOther ? "author" : "neither") : isOther ? "both" : "device";
  return historyStrings.reasons[reason](known, device, author.slice(author.indexOf("/") + 1));
}

/** The version that shows best what a merge did: this device's side of the newest one. */
export function findMerge<Version extends Pick<RevisionRecord, "reason">>(
  versions: readonly Version[],
): Version | undefined {
  return versions.find(({ reason }) => reason === "merge");
}

import type { RevisionRecord } from "@tidemark/core";
import { historyStrings } from "./strings.ts";

/** Why a version was kept and where that happened; people are named only where they are others. */
export function versionWords(
  { reason, author, device }: Pick<RevisionRecord, "reason" | "author" | "device">,
  user: string | undefined,
): string {
  const words: string[] = [historyStrings.reasons[reason]];
  if (device !== "") words.push(historyStrings.on(device));
  else if (reason === "merge") words.push(historyStrings.elsewhere);
  if (author !== user) words.push(historyStrings.by(author.slice(author.indexOf("/") + 1)));
  return words.join(" ");
}

/** The version that shows best what a merge did: this device's side of the newest one. */
export function findMerge<Version extends Pick<RevisionRecord, "reason">>(
  versions: readonly Version[],
): Version | undefined {
  return versions.find(({ reason }) => reason === "merge");
}

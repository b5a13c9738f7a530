import type { UnsentMemo } from "@tidemark/core/router";
import { fileSize } from "../attachments/file-size.ts";
import { unsentStrings } from "./strings.ts";

/** Returns the short name of the mark, for lists that show a memo on one line. */
export function unsentLabel({ why }: UnsentMemo): string {
  return why === "memo-purged" ? unsentStrings.markPurged : unsentStrings.mark;
}

/** Returns the reason in words. */
export function unsentInWords({ why, limitBytes }: UnsentMemo): string {
  switch (why) {
    case "memo-purged":
      return unsentStrings.purged;
    case "memo-too-large":
      return limitBytes === null
        ? unsentStrings.why["memo-too-large"]
        : unsentStrings.tooLarge(fileSize(limitBytes));
    case "memo-denied":
    case "not-in-space":
      return unsentStrings.why[why];
    default:
      return unsentStrings.why.other;
  }
}

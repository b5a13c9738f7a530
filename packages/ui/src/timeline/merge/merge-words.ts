import type { MemoView } from "@tidemark/core/router";
import { timelineStrings } from "../strings.ts";

/** Returns the words of the note of a merge. */
export function mergeWords({ merge }: Pick<MemoView, "merge">): string {
  const device = merge?.device ?? "";
  return device === "" ? timelineStrings.merged : timelineStrings.mergedWith(device);
}

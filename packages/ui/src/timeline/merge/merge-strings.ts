import { msg } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

export const mergeStrings = sentences({
  keptReading: (kept: string, keptDevice: string, other: string, otherDevice: string) =>
    msg`Kept “${kept}” (${keptDevice}), not “${other}” (${otherDevice}).`,
  thisDevice: msg({ message: "this device", context: "in parentheses" }),
  anotherDevice: msg({ message: "another device", context: "in parentheses" }),
  useReading: (reading: string) => msg`Use “${reading}”`,
  viewChanges: msg`View changes`,
});

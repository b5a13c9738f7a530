import { msg } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

export const cardSelectStrings = sentences({
  select: msg({ message: "Select", context: "verb" }),
  unselect: msg`Deselect`,
  box: (line: string) => msg`Select: ${line}`,
  selected: (name: string) => msg`${name}, selected`,
});

import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

/** Labels of the icons in the one-line view. */
export const lineStrings = sentences({
  openTasks: msg`Has open tasks`,
  tasksDone: msg`All tasks done`,
  files: (count: number) => msg`${plural(count, { one: "# file", other: "# files" })}`,
});

import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

/** What the icons of a memo that is one line say. */
export const lineStrings = sentences({
  openTasks: msg`Has open tasks`,
  tasksDone: msg`All tasks done`,
  files: (count: number) => msg`${plural(count, { one: "# file", other: "# files" })}`,
});

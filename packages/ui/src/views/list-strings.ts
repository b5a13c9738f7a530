import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

/** Labels and messages for views in the sidebar. */
export const viewListStrings = sentences({
  heading: msg`Views`,
  newView: msg`New view`,
  actionsOf: (title: string) => msg`Actions for ${title}`,
  count: (count: number, isMore: boolean) =>
    isMore
      ? msg`more than ${count} memos`
      : msg`${plural(count, { one: "# memo", other: "# memos" })}`,
  removed: (title: string) => msg`View “${title}” removed.`,
});

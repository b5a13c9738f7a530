import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

export const pdfStrings = sentences({
  opening: msg`Opening…`,
  cannotOpen: msg`This PDF cannot be shown. It can be downloaded.`,
  page: (number: number, count: number) => msg`Page ${number} of ${count}`,
  pages: (count: number) => msg`${plural(count, { one: "# page", other: "# pages" })}`,
  pageNumber: msg({ message: "Page", context: "number" }),
  ofPages: (count: number) => msg({ message: `of ${count}`, context: "pages" }),
  smaller: msg`Smaller`,
  larger: msg`Larger`,
  fitWidth: msg`As wide as there is room`,
  pdfPassword: msg`This PDF has a password`,
  pdfPasswordWrong: msg`That is not its password.`,
  unlock: msg`Open`,
  close: msg`Close`,
  download: msg`Download`,
});

import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

export const pdfStrings = sentences({
  opening: msg`Opening…`,
  cannotOpen: msg`Can’t show this PDF. You can download it instead.`,
  page: (number: number, count: number) => msg`Page ${number} of ${count}`,
  pages: (count: number) => msg`${plural(count, { one: "# page", other: "# pages" })}`,
  pageNumber: msg({ message: "Page", context: "number" }),
  ofPages: (count: number) => msg({ message: `of ${count}`, context: "pages" }),
  smaller: msg`Zoom out`,
  larger: msg`Zoom in`,
  fitWidth: msg`Fit width`,
  pdfPassword: msg`This PDF is password-protected`,
  pdfPasswordWrong: msg`Wrong password.`,
  unlock: msg`Open`,
  close: msg`Close`,
  download: msg`Download`,
});

import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

/** Name of the library in links and menus. */
export const frameLibraryStrings = sentences({
  library: msg({ message: "Library", comment: "The place of all files" }),
});

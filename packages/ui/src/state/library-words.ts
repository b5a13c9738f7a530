import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

/** What the library is called where one goes to it. */
export const frameLibraryStrings = sentences({
  library: msg({ message: "Library", comment: "The place of all files" }),
});

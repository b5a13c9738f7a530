import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

/** Name of the library in navigation. */
export const frameLibraryStrings = sentences({
  library: msg({ message: "Library", comment: "The place of all files" }),
});

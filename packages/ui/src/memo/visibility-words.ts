import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const visibilityWords = sentences({
  PRIVATE: msg({ message: "Private", context: "who may read" }),
  SPACE: msg({ message: "Space", context: "who may read" }),
  PROTECTED: msg({ message: "Signed-in users", context: "who may read" }),
  PUBLIC: msg({ message: "Public", context: "who may read" }),
});

/** Returns the name of a visibility; for a space its title, if known. */
export function visibilityLabel(
  visibility: keyof typeof visibilityWords,
  spaceTitle: string | null,
): string {
  return visibility === "SPACE" && spaceTitle !== null ? spaceTitle : visibilityWords[visibility];
}

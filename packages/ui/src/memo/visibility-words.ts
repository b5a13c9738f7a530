export const visibilityWords = {
  PRIVATE: "Private",
  SPACE: "Space",
  PROTECTED: "Signed-in users",
  PUBLIC: "Public",
} as const;

/** Who may read a memo, in words: of a space what it is called, where that is known. */
export function visibilityLabel(
  visibility: keyof typeof visibilityWords,
  spaceTitle: string | null,
): string {
  return visibility === "SPACE" && spaceTitle !== null ? spaceTitle : visibilityWords[visibility];
}

export const dataStrings = {
  unreachable: "Tidemark did not answer. Your text is still here; try again.",
} as const;

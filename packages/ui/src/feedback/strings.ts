export const feedbackStrings = {
  undo: "Undo",
  dismiss: "Dismiss",
  cancel: "Cancel",
  undone: "Undone",
} as const;

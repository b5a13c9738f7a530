export const timeStrings = {
  today: "Today",
  yesterday: "Yesterday",
} as const;

export const appStrings = {
  locked: "Open Tidemark from the address that it printed.",
  pageTitle: (view: string) => `${view} · Tidemark`,
} as const;

export const appStrings = {
  locked: "Open Tidemark from the address that it printed.",
  failed: "This window could not go on",
  failedBody: "What you wrote is kept. Load the window again to continue.",
  reload: "Load again",
  pageTitle: (view: string) => `${view} · Tidemark`,
} as const;

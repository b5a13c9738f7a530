export const appStrings = {
  locked:
    "This address has been used, or is of an earlier start. Start Tidemark again on the same folder: it prints a fresh one.",
  failed: "This window could not go on",
  failedBody: "What you wrote is kept. Load the window again to continue.",
  reload: "Load again",
} as const;

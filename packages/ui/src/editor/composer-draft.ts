/** What the draft of the next memo is kept under. */
export const composerDraft = "composer";

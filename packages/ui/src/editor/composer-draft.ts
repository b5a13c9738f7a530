/** Key of the draft of the next memo. */
export const composerDraft = "composer";

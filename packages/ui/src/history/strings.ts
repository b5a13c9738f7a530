import type { RevisionRecord } from "@tidemark/core";

const reasons: Readonly<Record<RevisionRecord["reason"], string>> = {
  edit: "Before it was edited",
  merge: "Before a merge",
  overwrite: "Before it was replaced",
  restore: "Before an older version came back",
};

export const historyStrings = {
  title: "History",
  close: "Close",
  versions: "Versions",
  none: "No earlier versions yet",
  noneBody:
    "A version is kept when the text is replaced or merged, and for every ten minutes of writing.",
  failed: "The versions could not be read.",
  retry: "Try again",
  reasons,
  on: (device: string) => `on ${device}`,
  elsewhere: "on another device",
  by: (author: string) => `by ${author}`,
  show: "What is shown",
  changes: "Changes since",
  text: "Whole text",
  unchanged: "This is the text as it is now.",
  nothing: "This version is empty.",
  version: (moment: string) => `Version of ${moment}`,
  restore: "Restore",
  copy: "Copy",
} as const;

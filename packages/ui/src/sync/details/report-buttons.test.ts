import { expect, test } from "vitest";
import { reportFileName, reportToText } from "./report-buttons.tsx";

const report = {
  version: "1.0.0",
  atMs: Date.UTC(2026, 10, 20, 14, 2, 3),
  serverUrl: "https://notes.example.org",
  state: "synced",
  epoch: "e",
  streamId: "s",
  cursors: { "u:alice": 7 },
  memos: 3,
  waiting: {},
  rejected: { "memo.text": 1 },
  log: [],
};

test("a report is text that parses back to itself", () => {
  expect(JSON.parse(reportToText(report))).toEqual(report);
  expect(reportToText(report)).toMatch(/\n {2}"memos": 3,\n/);
});

test("a saved report is named by its time, without colons", () => {
  expect(reportFileName(report)).toBe("tidemark-sync-2026-11-20T14-02-03.json");
});

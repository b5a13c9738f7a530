import { expect, test } from "vitest";
import { type ReportParts, reportText } from "./report-text.ts";

const parts: ReportParts = {
  version: "1.2.3",
  atMs: 0,
  userAgent: "Chromium",
  language: "de",
  window: { width: 1180, height: 800, ratio: 2 },
  settings: ["tidemark:theme"],
  counts: null,
  measures: {
    startMs: 400,
    keys: null,
    clicks: null,
    backs: null,
    lateFrames: null,
    longestTaskMs: null,
    heapBytes: null,
  },
  sync: {
    version: "1.2.3",
    atMs: 0,
    serverUrl: "https://notes.example.org",
    state: "offline",
    epoch: "e1",
    streamId: "s1",
    cursors: {},
    memos: 3,
    waiting: { "memo.put": 1 },
    rejected: {},
    log: [{ atMs: 0, level: "error", code: "unreachable", params: { host: "notes.example.org" } }],
  } as ReportParts["sync"],
  program: "Electron 45\nmain.log",
};

test("contains useful data, but not the server's address", () => {
  const text = reportText(parts);
  for (const said of ["1.2.3", "1970-01-01", "tidemark:theme", "unreachable", "main.log"]) {
    expect(text).toContain(said);
  }
  expect(text).not.toContain("example.org");
  expect(text).not.toContain("s1");
});

test("says so if there were no answers", () => {
  const text = reportText({ ...parts, sync: null, program: null });
  expect(text).toContain("sync\nnull");
  expect(text).not.toContain("program");
});

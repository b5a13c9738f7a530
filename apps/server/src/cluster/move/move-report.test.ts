import { expect, test } from "vitest";
import { reportLines } from "./move-report.ts";
import { reportNowAndThen } from "./report-progress.ts";

const digest = "0123456789abcdef".repeat(4);

test("the report has a line for each table, and ends with a summary", () => {
  const lines = reportLines({
    from: "/data",
    to: "postgres://db:5432/notes",
    epoch: "e",
    tables: [
      { name: "memo", rows: 12, source: digest, target: digest },
      { name: "memo_tag", rows: 3, source: digest, target: digest },
    ],
    nuls: 2,
    files: { place: "s3://files", copied: 4, bytes: 9, there: 1, missing: ["aa"], damaged: [] },
    secretKeyFile: "/data/secret.key",
    closedMs: 1234,
  });
  expect(lines).toEqual([
    "               rows  source            target",
    "memo             12  0123456789abcdef  0123456789abcdef",
    "memo_tag          3  0123456789abcdef  0123456789abcdef",
    "U+0000 that became U+FFFD: 2",
    "files: 4 copied to s3://files, 1 there before",
    "missing files: aa",
    "key: /data/secret.key, for --secret-key-file",
    "writes were blocked for 1.2 s",
    "moved: 12 memos, to postgres://db:5432/notes",
  ]);
});

test("progress is printed when a stage begins, and every five seconds", () => {
  const lines: string[] = [];
  let nowMs = 0;
  const progress = reportNowAndThen(
    (line) => lines.push(line),
    () => nowMs,
  );
  progress.rows({ stage: "copying", rows: 0, of: 10 });
  progress.rows({ stage: "copying", rows: 1, of: 10 });
  nowMs = 5000;
  progress.rows({ stage: "copying", rows: 2, of: 10 });
  progress.rows({ stage: "indexing", rows: 0, of: 10 });
  progress.files(1);
  progress.files(2);
  expect(lines).toEqual(["copying: 0 of 10 rows", "copying: 2 of 10 rows", "indexing", "files: 1"]);
});

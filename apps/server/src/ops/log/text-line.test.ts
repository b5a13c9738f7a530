import { pino } from "pino";
import { expect, test } from "vitest";
import { textLine } from "./text-line.ts";

/** Returns what `log` writes, as text. */
function written(log: (logger: pino.Logger) => void): string {
  const lines: string[] = [];
  const options = {
    timestamp: () => ',"time":"2026-11-30T12:00:00.000Z"',
    formatters: { level: (level: string) => ({ level }) },
  };
  log(pino(options, { write: (line) => lines.push(textLine(line)) }));
  return lines.join("");
}

test("a line has time, level, message, and the other values by name", () => {
  expect(
    written((logger) => logger.info({ reqId: "a-1", status: 200, name: "two words" }, "request")),
  ).toBe('2026-11-30T12:00:00.000Z INFO  request reqId=a-1 status=200 name="two words"\n');
  expect(written((logger) => logger.warn({ audit: { actor: "users/a" } }, "audit"))).toBe(
    '2026-11-30T12:00:00.000Z WARN  audit audit={"actor":"users/a"}\n',
  );
});

test("an error's stack is indented on the lines after it", () => {
  const error = Object.assign(new Error("broken"), { stack: "Error: broken\n    at here" });
  expect(written((logger) => logger.error({ err: error }, "failed"))).toBe(
    "2026-11-30T12:00:00.000Z ERROR failed\n    Error: broken\n        at here\n",
  );
  expect(written((logger) => logger.error({ err: "text" }, "failed"))).toMatch("failed err=text\n");
});

test("no message or value can begin another line", () => {
  const hostile = "a\nb\u2028c";
  const text = written((logger) => logger.info({ value: hostile }, hostile));
  expect(text.trimEnd()).not.toMatch("\n");
  expect(text).toMatch('a b c value="a\\nb');
});

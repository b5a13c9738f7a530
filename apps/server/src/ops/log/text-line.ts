import { parseJson } from "@tidemark/core";
import { z } from "zod";

const lineSchema = z.looseObject({
  level: z.string(),
  time: z.string(),
  msg: z.string().optional(),
});
const errorSchema = z.looseObject({ stack: z.string() });

/**
 * Returns a log line for people: time, level, message, and the other values as `name=value`. The stack of an
 * error is on the lines after it.
 */
export function textLine(json: string): string {
  // One process writes the log of a terminal or a service, so both are noise.
  const {
    level,
    time,
    msg = "",
    pid: _,
    hostname: __,
    err,
    ...values
  } = parseJson(lineSchema, json);
  const error = errorSchema.safeParse(err);
  const rest = error.success || err === undefined ? values : { ...values, err };
  const shown = Object.entries(rest).map(([name, value]) => `${name}=${textOf(value)}`);
  const line = [time, level.toUpperCase().padEnd(5), onOneLine(msg), ...shown].join(" ");
  const stack = error.success ? error.data.stack.replaceAll(/^/gm, "    ") : null;
  return stack === null ? `${line}\n` : `${line}\n${stack}\n`;
}

/** Quotes whatever could be confused with the rest of the line. */
function textOf(value: unknown): string {
  const isPlain = typeof value === "string" && /^[^\s"=\p{Cc}]+$/u.test(value);
  return isPlain ? value : onOneLine(JSON.stringify(value));
}

/** A message may contain text of a client, which must not look like another line. */
function onOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, " ");
}

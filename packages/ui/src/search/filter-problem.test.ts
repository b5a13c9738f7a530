import { compileFilter, memoFilterSchema } from "@tidemark/core/filter";
import { afterEach, describe, expect, test } from "vitest";
import { chooseLanguage } from "../language/language.ts";
import { describeFilterError } from "./filter-problem.ts";

function problemOf(cel: string): string {
  const compiled = compileFilter(cel, { schema: memoFilterSchema, nowMs: 0 });
  if (compiled.ok) throw new Error(`${cel} is valid`);
  return describeFilterError(compiled.error);
}

afterEach(() => chooseLanguage("en"));

describe("F14 · a filter's problem", () => {
  test.each([
    ["pined", 'Zeichen 1: Unbekanntes Feld "pined". Schreib stattdessen pinned.'],
    ["pinned && contant()", 'Zeichen 11: Unbekannte Funktion "contant".'],
    [
      "pinned &&",
      "Zeichen 10: Der Filter ist unvollständig, oder etwas steht an der falschen Stelle.",
    ],
    ["pinned == 1", "Zeichen 1: Diese Werte passen nicht zusammen."],
    ['created_ts > day("soon")', "Zeichen 14: Das ist keine Zeitangabe."],
  ])("%s is shown in the app's language", async (cel, expected) => {
    await chooseLanguage("de");
    expect(problemOf(cel)).toBe(expected);
  });

  test("has all details in English", () => {
    expect(problemOf("pined")).toBe('Character 1: unknown field "pined"; did you mean pinned?');
  });
});

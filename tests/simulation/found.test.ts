import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runScript } from "./run-script.ts";
import type { Script } from "./script.ts";

const dir = join(import.meta.dirname, "found");
const cases = readdirSync(dir).map((file) => file.replace(/\.json$/, ""));

describe("C5a, I3, S3a, T3b, T3g, T9b, R3a, R9a, R13c, R14d, R14e, R15d, R15e · schedules that once lost or leaked data", () => {
  test.each(cases)("%s", async (name) => {
    const script = JSON.parse(readFileSync(join(dir, `${name}.json`), "utf8")) as Script;
    const { failure } = await runScript(script);
    expect(failure?.message).toBeUndefined();
  });
});

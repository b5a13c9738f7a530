import { readFileSync } from "node:fs";
import { join } from "node:path";
import { blobFaults, syncFaults } from "@tidemark/core/sync";
import { describe, expect, test } from "vitest";
import { runScript } from "./run-script.ts";
import type { Script } from "./script.ts";

function scriptOf(fault: string): Script {
  const file = join(import.meta.dirname, "planted", `${fault}.json`);
  return JSON.parse(readFileSync(file, "utf8")) as Script;
}

describe("the simulation finds each known bug of the protocol", () => {
  test.each([...syncFaults, ...blobFaults])(
    "%s: its schedule breaks a law, and none without it",
    async (fault) => {
      const script = scriptOf(fault);
      const planted = await runScript(script, new Set([fault]));
      expect(planted.failure?.law).toBeDefined();
      if (script.law !== undefined) expect(planted.failure?.law).toBe(script.law);
      const sound = await runScript(script);
      expect(sound.failure?.message).toBeUndefined();
    },
  );
});

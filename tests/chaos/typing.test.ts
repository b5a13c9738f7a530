import { expect, test } from "vitest";
import { runTyping } from "./run-typing.ts";

test("W1, W2, W3 · a host that is killed three times under a typist takes half a second at most, and nothing that was shown as kept", async () => {
  const log: string[] = [];
  const { rounds, violations } = await runTyping({ rounds: 3, log: (line) => log.push(line) });
  expect(violations, log.join("\n")).toEqual([]);
  expect(rounds.map(({ editor }) => editor)).toEqual(["composer", "inline", "composer"]);
  expect(rounds.every(({ keys }) => keys > 3)).toBe(true);
}, 480_000);

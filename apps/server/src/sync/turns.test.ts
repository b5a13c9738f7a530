import { describe, expect, test } from "vitest";
import { createTurns } from "./turns.ts";

describe("work in turns", () => {
  test("of one key never meets, also behind work that failed; other keys do not wait", async () => {
    const inTurn = createTurns();
    const said: string[] = [];
    const gate = Promise.withResolvers<void>();
    const first = inTurn("a", async () => {
      said.push("first begins");
      await gate.promise;
      said.push("first fails");
      throw new Error("first");
    });
    const second = inTurn("a", async () => {
      said.push("second");
      return 2;
    });
    await inTurn("b", async () => {
      said.push("other");
    });
    gate.resolve();
    await expect(first).rejects.toThrow("first");
    expect(await second).toBe(2);
    expect(said).toEqual(["first begins", "other", "first fails", "second"]);
  });
});

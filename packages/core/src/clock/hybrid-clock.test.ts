import { test as property, fc } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { createHybridClock, shiftStamp } from "./hybrid-clock.ts";
import { stampMs } from "../model/stamp.ts";

describe("a hybrid logical clock", () => {
  property.prop([fc.array(fc.integer({ min: -5_000, max: 5_000 }), { minLength: 1 })])(
    "C1 · gives rising stamps however the wall clock jumps",
    (jumps) => {
      let wall = 1_700_000_000_000;
      const clock = createHybridClock({ node: "a", wallMs: () => wall });
      let last = clock.tick();
      for (const jump of jumps) {
        wall += jump;
        const next = clock.tick();
        expect(next > last).toBe(true);
        last = next;
      }
    },
  );

  test("C2 · is never behind a stamp that it has observed", () => {
    const ahead = createHybridClock({ node: "b", wallMs: () => 2_000_000 });
    const behind = createHybridClock({ node: "a", wallMs: () => 1_000_000 });
    const seen = ahead.tick();
    behind.observe(seen);
    expect(behind.tick() > seen).toBe(true);
  });

  test("C2 · returns the newest stamp that it made or observed", () => {
    const clock = createHybridClock({ node: "a", wallMs: () => 5 });
    const given = clock.tick();
    expect(clock.newest()).toBe(given);
    clock.observe("000000000009-0002-zz");
    expect(clock.newest()).toBe("000000000009-0002-a");
    expect(clock.tick()).toBe("000000000009-0003-a");
  });

  test("C1 · moves to the next millisecond when the counter is full", () => {
    const clock = createHybridClock({ node: "a", wallMs: () => 5 });
    let last = "";
    for (let i = 0; i <= 0x1_0000; i += 1) last = clock.tick();
    expect(last).toBe("000000000006-0000-a");
  });

  test("C3 · corrects its time by the difference to the server's clock", () => {
    const clock = createHybridClock({ node: "a", wallMs: () => 10_000 });
    clock.correct(-4_000);
    expect(stampMs(clock.tick())).toBe(6_000);
  });
});

property.prop([
  fc.array(
    fc.record({
      ms: fc.nat({ max: 2 ** 47 }),
      counter: fc.nat({ max: 0xffff }),
      node: fc.constantFrom("a", "b", "zz"),
    }),
    { minLength: 2, maxLength: 2 },
  ),
])("C4 · stamps sort as strings the way their parts sort", (parts) => {
  const stamps = parts.map(({ ms, counter, node }) => {
    const clock = createHybridClock({ node, wallMs: () => ms });
    const stamp = clock
      .tick()
      .replace(/-[0-9a-f]{4}-/, `-${counter.toString(16).padStart(4, "0")}-`);
    return { stamp, key: [ms, counter, node] as const };
  });
  const [a, b] = stamps;
  if (a === undefined || b === undefined) throw new Error("two stamps are made");
  const byParts =
    a.key[0] - b.key[0] ||
    a.key[1] - b.key[1] ||
    (a.key[2] < b.key[2] ? -1 : a.key[2] > b.key[2] ? 1 : 0);
  const byString = a.stamp < b.stamp ? -1 : a.stamp > b.stamp ? 1 : 0;
  expect(Math.sign(byParts)).toBe(byString);
});

test("shifting a stamp keeps its counter and node", () => {
  expect(shiftStamp("00000000000a-0003-node", -4)).toBe("000000000006-0003-node");
});

import { test as property, fc } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { formatStamp } from "../clock/hybrid-clock.ts";
import type { RegisterOp } from "./register-op.ts";
import { applyRegisterOp, type Register, registerToOp } from "./register.ts";

const anyOp: fc.Arbitrary<RegisterOp> = fc
  .record({
    at: fc.integer({ min: 1, max: 50 }),
    title: fc.option(fc.string({ maxLength: 5 })),
  })
  .map(({ at, title }): RegisterOp => {
    const op = { entity: "v", stamp: formatStamp(at, 0, "a") };
    return title === null
      ? { ...op, kind: "view.remove" }
      : { ...op, kind: "view.put", value: { title } };
  });

const ops = fc.uniqueArray(anyOp, { selector: (op) => op.stamp, maxLength: 8 });

function applyAll(given: readonly RegisterOp[]): Register | null {
  let register: Register | null = null;
  for (const op of given) register = applyRegisterOp(register, op, "users/alice");
  return register;
}

describe("S7 · a register", () => {
  property.prop([ops, fc.infiniteStream(fc.nat())])("is the same in any order", (given, random) => {
    const shuffled = given
      .map((op) => ({ op, at: random.next().value }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ op }) => op);
    expect(applyAll(shuffled)).toEqual(applyAll(given));
  });

  property.prop([ops])("changes nothing the second time, and stated whole is itself", (given) => {
    const once = applyAll(given);
    for (const op of given) expect(applyRegisterOp(once, op, "users/alice")).toBe(once);
    if (once !== null) expect(applyAll([registerToOp(once)])).toEqual(once);
  });
});

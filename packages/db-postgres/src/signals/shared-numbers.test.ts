import { describe, expect, test } from "vitest";
import { createSharedNumbers, type NumberAt, type SharedNumber } from "./shared-numbers.ts";

/** Creates the numbers of a database that answers at once. */
function startNumbers(at: number) {
  const numbers = createSharedNumbers();
  const others: SharedNumber[] = [];
  numbers.listen({ raised: (names) => others.push(...names) });
  let value = at;
  const standing = (): NumberAt[] => [{ name: "credentials", value }];
  const look = () =>
    numbers.look(async () => ({ rows: standing(), rowCount: 1, command: "SELECT" }));
  return {
    numbers,
    look,
    /** Returns the numbers that others raised since the last call. */
    heard: () => others.splice(0),
    raise: (): NumberAt[] => {
      value += 1;
      return standing();
    },
  };
}

describe("shared numbers", () => {
  test("are reported once if others raised them", async () => {
    const { look, heard, raise } = startNumbers(5);
    await look();
    heard();
    raise();
    await look();
    await look();
    expect(heard()).toEqual(["credentials"]);
  });

  test("are not reported if this process raised them, in any order of answers", async () => {
    const { numbers, look, heard, raise } = startNumbers(5);
    const from = await look();
    heard();
    numbers.raised(raise(), from);
    await look();
    expect(heard()).toEqual([]);
  });

  test("of others are reported even if a read overtook the answer to an own commit", async () => {
    const { numbers, look, heard, raise } = startNumbers(5);
    const from = await look();
    const own = raise();
    await look();
    numbers.raised(own, from);
    heard();
    raise();
    await look();
    expect(heard()).toEqual(["credentials"]);
  });

  test("that others raised before an own commit are reported", async () => {
    const { numbers, look, heard, raise } = startNumbers(5);
    const from = await look();
    heard();
    raise();
    numbers.raised(raise(), from);
    expect(heard()).toEqual(["credentials"]);
  });

  test("are all reported after a gap, even if this process raises them meanwhile", async () => {
    const { numbers, look, heard, raise } = startNumbers(5);
    const from = await look();
    heard();
    numbers.clear();
    numbers.raised(raise(), from);
    await look();
    expect(heard()).toEqual(["credentials"]);
  });
});

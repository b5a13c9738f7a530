import { describe, expect, test } from "vitest";
import { createSharedNumbers, type NumberAt, type SharedNumber } from "./shared-numbers.ts";

/** The numbers of a database, which answers as it is asked. */
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
    /** What others raised since this was last asked for. */
    heard: () => others.splice(0),
    raise: (): NumberAt[] => {
      value += 1;
      return standing();
    },
  };
}

describe("numbers that processes raise", () => {
  test("are told of once where others raised them", async () => {
    const { look, heard, raise } = startNumbers(5);
    await look();
    heard();
    raise();
    await look();
    await look();
    expect(heard()).toEqual(["credentials"]);
  });

  test("are not told of where this process did, in whichever order the answers come", async () => {
    const { numbers, look, heard, raise } = startNumbers(5);
    const from = await look();
    heard();
    numbers.raised(raise(), from);
    await look();
    expect(heard()).toEqual([]);
  });

  test("of others are told of, also where a look overtook the answer to one's own commit", async () => {
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

  test("that somebody raised beneath one's own are told of", async () => {
    const { numbers, look, heard, raise } = startNumbers(5);
    const from = await look();
    heard();
    raise();
    numbers.raised(raise(), from);
    expect(heard()).toEqual(["credentials"]);
  });

  test("are all told of after a gap, whatever this process raises meanwhile", async () => {
    const { numbers, look, heard, raise } = startNumbers(5);
    const from = await look();
    heard();
    numbers.clear();
    numbers.raised(raise(), from);
    await look();
    expect(heard()).toEqual(["credentials"]);
  });
});

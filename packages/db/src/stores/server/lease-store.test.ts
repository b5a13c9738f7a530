import { describe, expect, test } from "vitest";
import { baseMs, tempDatabase } from "../../../tests/temp-database.ts";

type Open = Awaited<ReturnType<typeof tempDatabase>>;

const take = (
  { database }: Open,
  holder: string,
  nowMs: number,
  name: "upkeep" | "sweep" = "upkeep",
) => database.write(({ leases }) => leases.take({ name, holder, nowMs, untilMs: nowMs + 1000 }));

describe("a lease", () => {
  test("belongs to one holder until it expires, then to the first taker", async () => {
    await using open = await tempDatabase("server");
    expect(await take(open, "p", baseMs)).toBe(null);
    expect(await take(open, "q", baseMs + 999)).toBe(baseMs + 1000);
    expect(await take(open, "q", baseMs + 1000)).toBe(null);
    expect(await take(open, "p", baseMs + 1000)).toBe(baseMs + 2000);
  });

  test("is renewed by its holder, even after a restart with the same name", async () => {
    await using open = await tempDatabase("server");
    await take(open, "p", baseMs);
    expect(await take(open, "p", baseMs + 500)).toBe(null);
    expect(await take(open, "q", baseMs + 1499)).toBe(baseMs + 1500);
    expect(await take(open, "q", baseMs + 1500)).toBe(null);
  });

  test("is independent of other leases", async () => {
    await using open = await tempDatabase("server");
    await take(open, "p", baseMs);
    expect(await take(open, "q", baseMs, "sweep")).toBe(null);
  });

  test("is given to one of many concurrent takers", async () => {
    await using open = await tempDatabase("server");
    const holders = ["p", "q", "r", "s"];
    const taken = await Promise.all(holders.map((holder) => take(open, holder, baseMs)));
    expect(taken.filter((heldUntilMs) => heldUntilMs === null)).toHaveLength(1);
  });

  test("taken in a transaction that is rolled back is not taken", async () => {
    await using open = await tempDatabase("server");
    const undone = open.database.write(async ({ leases }) => {
      await leases.take({ name: "upkeep", holder: "p", nowMs: baseMs, untilMs: baseMs + 1000 });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await take(open, "q", baseMs)).toBe(null);
  });
});

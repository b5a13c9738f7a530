import type { CommonClock, ServerDatabase } from "@tidemark/core";
import { openDatabase } from "@tidemark/db/node";
import { expect, test } from "vitest";
import { acquireLease } from "./acquire-lease.ts";

const hourMs = 3600 * 1000;

/** Returns the database as seen by a process whose clock is behind by `aheadMs`. */
function behind(database: ServerDatabase, aheadMs: number): ServerDatabase {
  const commonClock: CommonClock = { aheadMs: async () => aheadMs };
  return { ...database, write: (work) => database.write((tx) => work({ ...tx, commonClock })) };
}

test("a lease ends for all processes at the same time, whatever their clocks", async () => {
  await using opened = await openDatabase({ file: ":memory:", role: "server" });
  let trueMs = 100 * hourMs;
  const ask = (holder: string, behindMs: number): Promise<number> =>
    acquireLease(
      {
        database: behind(opened.database, behindMs),
        holder,
        nowMs: () => trueMs - behindMs,
      },
      "upkeep",
      hourMs,
    );
  expect(await ask("late", 5 * hourMs)).toBe(0);
  expect(await ask("right", 0)).toBe(hourMs);
  expect(await ask("early", -5 * hourMs)).toBe(hourMs);
  trueMs += hourMs - 1;
  expect(await ask("early", -5 * hourMs)).toBe(1);
  trueMs += 1;
  expect(await ask("early", -5 * hourMs)).toBe(0);
  expect(await ask("late", 5 * hourMs)).toBe(hourMs);
});

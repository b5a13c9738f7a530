import { openDatabase } from "@tidemark/db/node";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { upkeepHourly } from "./upkeep-hourly.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => vi.useRealTimers());

const minuteMs = 60_000;
const nothingDone = {
  purgedMemos: 0,
  thinnedRevisions: 0,
  droppedTexts: 0,
  prunedRegisters: 0,
  droppedDocuments: 0,
  droppedFeedRows: 0,
  renewedDocuments: 0,
  droppedAuditEntries: 0,
  droppedAddresses: 0,
  erased: 0,
};

test("of two processes one runs the upkeep, and the other one when that is gone", async () => {
  await using opened = await openDatabase({ file: ":memory:", role: "server" });
  const { database } = opened;
  const ran: string[] = [];
  let nowMs = 0;
  const start = (holder: string): AsyncDisposable =>
    upkeepHourly(
      {
        database,
        holder,
        nowMs: () => nowMs,
        upkeep: async () => {
          ran.push(holder);
          return nothingDone;
        },
      },
      pino({ level: "silent" }),
    );
  const pass = async (minutes: number): Promise<void> => {
    for (let i = 0; i < minutes; i += 1) {
      nowMs += minuteMs;
      await vi.advanceTimersByTimeAsync(minuteMs);
      // What waits for the database, which has no timers.
      await database.write(async () => null);
    }
  };
  const first = start("p");
  await using second = start("q");
  void second;
  await pass(70);
  expect(ran).toEqual(["p", "p"]);
  await first[Symbol.asyncDispose]();
  await pass(130);
  expect(ran).toEqual(["p", "p", "q", "q"]);
});

import { openDatabase } from "@tidemark/db/node";
import { pino } from "pino";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createJobLog } from "../services/job-log.ts";
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
  erasedFiles: 0,
  erased: 0,
};

/** Returns functions to run processes that share a database. */
async function startInstance() {
  const opened = await openDatabase({ file: ":memory:", role: "server" });
  onTestFinished(() => opened.close());
  const { database } = opened;
  const ran: string[] = [];
  let nowMs = 0;
  const start = (holder: string): AsyncDisposable =>
    upkeepHourly(
      {
        database,
        holder,
        nowMs: () => nowMs,
        jobs: createJobLog(),
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
      // Waits for database work, which has no timers.
      await database.write(async () => null);
    }
  };
  return { ran, start, pass };
}

test("one of two processes runs the upkeep, and the other after that one ends", async () => {
  const { ran, start, pass } = await startInstance();
  const first = start("p");
  await using second = start("q");
  void second;
  await pass(70);
  expect(ran).toEqual(["p", "p"]);
  await first[Symbol.asyncDispose]();
  await pass(130);
  expect(ran).toEqual(["p", "p", "q", "q"]);
});

test("a process restarted under another name runs the upkeep once its former lease ends", async () => {
  const { ran, start, pass } = await startInstance();
  const first = start("p");
  await pass(10);
  await first[Symbol.asyncDispose]();
  await using second = start("q");
  void second;
  // The first one held it from its first minute on, for 65 minutes.
  await pass(55);
  expect(ran).toEqual(["p"]);
  await pass(2);
  expect(ran).toEqual(["p", "q"]);
});

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { Command, Option } from "commander";
import { mutants } from "../tests/simulation/mutants/all-mutants.ts";
import { z } from "zod";
import type { SoakTask } from "../tests/simulation/mutants/soak-worker.ts";

// `npm run soak`: runs the simulation of sync over the given number of schedules, on all cores. If a schedule
// breaks a law, prints a shortened version as a script that a test can load, and exits with 1.

interface Answer {
  readonly task: SoakTask;
  readonly schedules: number;
  readonly steps: number;
  readonly failed: { seed: number; message: string; script: unknown } | null;
}

const batch = 20;
const options = new Command()
  .requiredOption("--schedules <count>", "how many schedules to run", Number)
  .option("--seed <number>", "the first seed", Number, 1)
  .addOption(
    new Option("--bug <name>", "plant a known bug and run until it is found").choices(
      mutants.map(({ name }) => name),
    ),
  )
  .option("--resume <file>", "go on where this file says, and keep it up to date")
  .parse()
  .opts<{ schedules: number; seed: number; bug?: string; resume?: string }>();

const last = options.seed + options.schedules;
const startedMs = Date.now();
const unfinished = new Set<number>();
const workers: Worker[] = [];
let next = resumedAt() ?? options.seed;
let schedules = 0;
let steps = 0;
let hasFailed = false;

for (let n = 0; n < availableParallelism(); n += 1) {
  const worker = new Worker(
    new URL("../tests/simulation/mutants/soak-worker.ts", import.meta.url),
    {
      workerData: { bug: options.bug ?? null },
    },
  );
  workers.push(worker);
  worker.on("message", (answer: Answer) => take(worker, answer));
  worker.on("error", (error) => {
    throw error;
  });
  give(worker);
}

function give(worker: Worker): void {
  if (hasFailed || next >= last) {
    void worker.terminate();
    if (unfinished.size === 0 && !hasFailed) console.log(`${progress()}: every law held`);
    return;
  }
  const task: SoakTask = { first: next, count: Math.min(batch, last - next) };
  next += task.count;
  unfinished.add(task.first);
  worker.postMessage(task);
}

function take(worker: Worker, answer: Answer): void {
  schedules += answer.schedules;
  steps += answer.steps;
  if (answer.failed !== null) return fail(answer.failed);
  unfinished.delete(answer.task.first);
  if (options.resume !== undefined) {
    const from = Math.min(next, ...unfinished);
    writeFileSync(options.resume, JSON.stringify({ from, last }));
  }
  console.log(progress());
  give(worker);
}

function fail({ seed, message, script }: NonNullable<Answer["failed"]>): void {
  if (hasFailed) return;
  hasFailed = true;
  console.log(progress());
  console.log(`seed ${seed}: ${message}`);
  console.log(JSON.stringify(script, null, 2));
  process.exitCode = 1;
  for (const worker of workers) void worker.terminate();
}

function progress(): string {
  const seconds = Math.round((Date.now() - startedMs) / 1000);
  return `${schedules} schedules, ${steps} steps, ${seconds} s, seeds up to ${next - 1}`;
}

/** Returns the first seed that an interrupted run with the same goal didn't reach. */
function resumedAt(): number | null {
  if (options.resume === undefined || !existsSync(options.resume)) return null;
  return z.object({ from: z.int() }).parse(JSON.parse(readFileSync(options.resume, "utf8"))).from;
}

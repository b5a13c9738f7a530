import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Worker } from "node:worker_threads";
import { onTestFinished } from "vitest";

/** Returns a live list of the threads that are started until the test ends, in order. */
export function watchThreads(): readonly Worker[] {
  return watch("worker_threads", (message) => (message as { worker: Worker }).worker);
}

/** Returns a live list of the processes that are started until the test ends, in order. */
export function watchProcesses(): readonly ChildProcess[] {
  return watch("child_process", (message) => (message as { process: ChildProcess }).process);
}

function watch<T>(channel: string, startedOf: (message: unknown) => T): readonly T[] {
  const started: T[] = [];
  const heard = (message: unknown): void => void started.push(startedOf(message));
  subscribe(channel, heard);
  onTestFinished(() => void unsubscribe(channel, heard));
  return started;
}

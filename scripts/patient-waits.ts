import { expect, vi } from "vitest";

// Of every project: `vi.waitFor`, `vi.waitUntil` and `expect.poll` wait for one second where a test names no
// time, which two cores that carry a server and a PostgreSQL do not always keep. Only what hangs is to run
// into this.
const patienceMs = 20_000;

const patient = <Options extends object>(options: number | Options) => ({
  timeout: patienceMs,
  ...(typeof options === "number" ? { timeout: options } : options),
});

const { waitFor, waitUntil } = vi;
const { poll } = expect;
// The files of a worker share them.
if (waitFor.name !== "waitPatiently") {
  vi.waitFor = function waitPatiently(callback, options = {}) {
    return waitFor(callback, patient(options));
  };
  vi.waitUntil = function waitUntilPatiently(callback, options = {}) {
    return waitUntil(callback, patient(options));
  };
}
if (poll.name !== "pollPatiently") {
  expect.poll = function pollPatiently(callback, options = {}) {
    return poll(callback, patient(options));
  };
}

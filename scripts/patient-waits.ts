import { expect, vi } from "vitest";

// Setup file of every project. `vi.waitFor`, `vi.waitUntil` and `expect.poll` time out after one second by
// default, which is too short on two cores with a server and a PostgreSQL. Only hanging tests should time
// out.
const patienceMs = 20_000;

const patient = <Options extends object>(options: number | Options) => ({
  timeout: patienceMs,
  ...(typeof options === "number" ? { timeout: options } : options),
});

const { waitFor, waitUntil } = vi;
const { poll } = expect;
// The files of a worker share these functions, so they are replaced once.
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

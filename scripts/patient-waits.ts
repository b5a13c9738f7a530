import { vi } from "vitest";

// Of every project: `vi.waitFor` waits for one second where a test names no time, which two cores that
// carry a server and a PostgreSQL do not always keep. Only what hangs is to run into this.
const patienceMs = 20_000;

const { waitFor } = vi;
// The files of a worker share it.
if (waitFor.name !== "waitPatiently") {
  vi.waitFor = function waitPatiently(callback, options = {}) {
    return waitFor(callback, {
      timeout: patienceMs,
      ...(typeof options === "number" ? { timeout: options } : options),
    });
  };
}

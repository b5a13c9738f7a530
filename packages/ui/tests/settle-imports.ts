import { afterAll, vi } from "vitest";

// What is still being loaded when its page goes would count as an error of the whole run.
afterAll(() => vi.dynamicImportSettled());

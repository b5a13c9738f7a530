import { afterAll, vi } from "vitest";

// A pending import after its page is removed would count as an error of the whole run.
afterAll(() => vi.dynamicImportSettled());

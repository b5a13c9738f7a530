import { afterEach, beforeEach, vi } from "vitest";

/** Runs the tests of a file without the variables of the server, which are options too. */
export function withoutVariables(): void {
  beforeEach(() => {
    for (const name of Object.keys(process.env)) {
      if (name.startsWith("TIDEMARK_")) vi.stubEnv(name, undefined);
    }
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });
}

import { expect, onTestFinished, test, vi } from "vitest";
import { loadFakeElectron } from "./load-fake.ts";

/** Starts the installed application like a terminal, with a fake `runVerb` that returns `code`. */
async function start(code: 0 | 1 | 2, ...args: readonly string[]) {
  const before = process.argv;
  process.argv = ["/opt/Tidemark/tidemark", ...args];
  onTestFinished(() => void (process.argv = before));
  const { calls } = await loadFakeElectron();
  calls.switches.set("data", "/memos");
  const asked: (readonly string[])[] = [];
  vi.doMock("../../src/cli/run-verb.ts", () => ({
    runVerb: async (given: readonly string[]) => {
      asked.push(given);
      return code;
    },
  }));
  await import("../../src/main/start.ts");
  return { asked, calls };
}

test.each([0, 1, 2] as const)(
  "a command runs without a window or a host, and exits with %d",
  async (code) => {
    const args = ["import", "notes", "--data", "/memos"];
    const { asked, calls } = await start(code, ...args);
    expect(asked).toEqual([args]);
    expect(calls).toMatchObject({ exitCode: code, windows: [], hosts: [], schemes: [] });
  },
);

test("other arguments start the application", async () => {
  const { asked, calls } = await start(2, "--data", "import");
  expect(asked).toEqual([]);
  expect(calls.exitCode).toBeNull();
  expect(calls.schemes).not.toEqual([]);
});

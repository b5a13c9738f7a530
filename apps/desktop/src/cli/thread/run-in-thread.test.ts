import { expect, test } from "vitest";
import { runInThread } from "./run-in-thread.ts";

/** Runs a thread with this program. `signal` is aborted when it logs "ready". */
async function run(program: string) {
  const cut = new AbortController();
  const lines: string[] = [];
  let cutMs = 0;
  const code = await runInThread(
    new URL(
      `data:text/javascript,${encodeURIComponent(`
        import { parentPort as port, workerData } from "node:worker_threads";
        const log = (line) => port.postMessage({ type: "log", line });
        ${program}`)}`,
    ),
    {
      signal: cut.signal,
      log: (line) => {
        lines.push(line);
        if (line !== "ready") return;
        cutMs = performance.now();
        cut.abort();
      },
      print: (line) => lines.push(`printed ${line}`),
    },
    { graceMs: 1500, lateLine: "late", execArgv: [], workerData: { name: "data" } },
  );
  return { code, lines, endedMs: performance.now() - cutMs };
}

test("prints the lines of the thread in order, and returns its exit code", async () => {
  const { code, lines } = await run(`
    log(workerData.name);
    port.postMessage({ type: "print", line: "result" });
    port.postMessage({ type: "done", code: 2 });
    setInterval(() => {}, 1000);
  `);
  expect({ code, lines }).toEqual({ code: 2, lines: ["data", "printed result"] });
});

test("a thread that hears the signal ends by itself", async () => {
  const { code, lines } = await run(`
    port.once("message", () => {
      log("heard");
      port.postMessage({ type: "done", code: 1 });
    });
    log("ready");
  `);
  expect({ code, lines }).toEqual({ code: 1, lines: ["ready", "heard"] });
});

test("a thread that computes without a pause is terminated within 3 seconds", async () => {
  const { code, lines, endedMs } = await run(`
    log("ready");
    for (;;) /(a+)+b/.exec("a".repeat(40));
  `);
  expect(code).toBe(1);
  expect(lines).toEqual(["ready", "late"]);
  expect(endedMs).toBeLessThan(3000);
});

test("the error of a thread that crashes is thrown", async () => {
  await expect(run(`throw new Error("it broke");`)).rejects.toThrow("it broke");
});

import { spawn } from "node:child_process";
import { type HttpServer, memosPath, startHttpServer } from "../http-server.ts";
import type { BenchCase } from "../measure.ts";
import type { Suite } from "../suite.ts";

// Latency of plain lists while others run filters that scan every memo: one connection lists page after page
// over HTTP, while a pattern and one of two texts without matches are requested without a pause. The result
// is the 99th percentile of the plain lists, in milliseconds. A program that only keeps a core busy shows the
// machine's share.

const plainPerSample = 200;
const slow = [
  'content.matches("(ka|mi)[a-z]{2,9}qu?z")',
  'content.contains("quixotic") || content.contains("kamitorenashi")',
];

export const slowFilters: Suite = {
  name: "slow-filters",
  anyDatabase: true,
  async open(corpora) {
    await using opening = new AsyncDisposableStack();
    const server = opening.use(await startHttpServer(corpora, "one-owner"));
    for (const filter of slow) await expectRefusedOrAnswered(server, filter);
    const held = opening.move();
    return {
      cases: [
        delay("plain lists alone, p99", null, () => p99Alone(server)),
        delay("beside a busy program, p99", null, () => p99BesideProgram(server)),
        delay("beside slow filters, p99", null, () => p99Beside(server)),
        delay("later by", 20, async () => {
          const alone = await p99Alone(server);
          return Math.max(0, (await p99Beside(server)) - alone);
        }),
      ],
      [Symbol.asyncDispose]: () => held.disposeAsync(),
    };
  },
};

function delay(label: string, goal: number | null, sample: () => Promise<number>): BenchCase {
  return { label, unit: "ms", goal, samples: 10, warmUps: 1, sample };
}

async function p99Alone(server: HttpServer): Promise<number> {
  const times: number[] = [];
  while (times.length < plainPerSample) {
    const startMs = performance.now();
    await server.get(memosPath(""));
    times.push(performance.now() - startMs);
  }
  const slowestFirst = times.toSorted((a, b) => b - a);
  return slowestFirst[Math.floor(plainPerSample / 100)] ?? 0;
}

async function p99BesideProgram(server: HttpServer): Promise<number> {
  const program = spawn(process.execPath, ["--eval", "for (;;);"], { stdio: "ignore" });
  try {
    return await p99Alone(server);
  } finally {
    program.kill("SIGKILL");
  }
}

async function p99Beside(server: HttpServer): Promise<number> {
  let isOver = false;
  const askers = slow.map(async (filter) => {
    while (!isOver) await expectRefusedOrAnswered(server, filter);
  });
  const p99 = await p99Alone(server);
  isOver = true;
  await Promise.all(askers);
  return p99;
}

/** Accepts an error for a filter that is too slow on this machine. */
async function expectRefusedOrAnswered(server: HttpServer, filter: string): Promise<void> {
  const status = await server.beside(memosPath(filter));
  if (status !== 200 && status !== 400) throw new Error(`${filter}: ${status}`);
}

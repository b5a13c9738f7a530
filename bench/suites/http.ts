import { corpusTags, generateMemos } from "../corpus.ts";
import { type HttpServer, memosPath, startHttpServer } from "../http-server.ts";
import { type LoadRun, runLoad } from "../load.ts";
import type { BenchCase, Unit } from "../measure.ts";
import { reportsProcessUse } from "../server-process.ts";
import { sharedRun } from "../shared-run.ts";
import type { Suite } from "../suite.ts";
import { z } from "zod";

// Throughput of a server process with sixteen clients, each on its own connection, over 100,000 memos of
// twenty owners: requests per second, and latencies. The caller is one of nineteen users with some five
// thousand memos. Created memos are on disk before the response. The load generator shares the machine with
// the server.

const owner = "owner-3";
const durationS = 4;
const pageSchema = z.object({ memos: z.array(z.unknown()) });

export const http: Suite = {
  name: "http",
  anyDatabase: true,
  async open(corpora) {
    await using opening = new AsyncDisposableStack();
    const server = opening.use(await startHttpServer(corpora, "twenty-owners"));
    const bearer = await server.bearerOf(owner);
    const own = [...generateMemos("twenty-owners", corpora.size)].filter(
      ({ creator }) => creator === `users/${owner}`,
    );
    const loads = [
      load("get by id", 6000, {
        // Far apart from each other, like the memos that people open.
        requests: own
          .filter((_, index) => index % Math.ceil(own.length / 500) === 0)
          .map(({ id }) => ({ path: `/api/v1/memos/${id}` })),
      }),
      load("list of 50", 1500, { requests: [{ path: memosPath("") }] }),
      load("tag filter", 1500, {
        requests: [{ path: memosPath(`"${corpusTags.common}" in tags`) }],
      }),
      load("create", 1000, {
        p99Ms: 50,
        requests: own.slice(0, 200).map(({ content }) => ({
          method: "POST",
          path: "/api/v1/memos",
          body: JSON.stringify({ content }),
        })),
      }),
    ];
    let residentMB = 0;
    const cases = loads.flatMap(({ label, goal, p99Ms, requests }) => {
      const run = sharedRun(async () => {
        const taken = await runLoad(server, requests, { bearer, durationS });
        residentMB = Math.max(residentMB, taken.residentMB ?? 0);
        return taken;
      });
      const of = (name: string, unit: Unit, ceiling: number | null, pick: Pick): BenchCase =>
        once(`${label}${name}`, unit, ceiling, async () => pick(await run(name)) ?? 0);
      return [
        of("", "/s", goal, (taken) => taken.perSecond),
        of(", p50", "ms", null, (taken) => taken.p50Ms),
        of(", p95", "ms", null, (taken) => taken.p95Ms),
        of(", p99", "ms", p99Ms, (taken) => taken.p99Ms),
        ...(reportsProcessUse ? [of(", processor", "ms", null, (taken) => taken.cpuMs)] : []),
      ];
    });
    if (reportsProcessUse) cases.push(once("memory of the server", "MB", 350, () => residentMB));
    await expectPage(server, bearer, Math.min(50, own.length));
    const held = opening.move();
    return { cases, [Symbol.asyncDispose]: () => held.disposeAsync() };
  },
};

type Pick = (run: LoadRun) => number | null;
type Requests = Parameters<typeof runLoad>[1];

function load(
  label: string,
  goal: number,
  { requests, p99Ms = null }: { readonly requests: Requests; readonly p99Ms?: number | null },
) {
  return { label, goal, requests, p99Ms };
}

function once(
  label: string,
  unit: Unit,
  goal: number | null,
  sample: BenchCase["sample"],
): BenchCase {
  return { label, unit, goal, samples: 1, warmUps: 0, sample };
}

async function expectPage(server: HttpServer, bearer: string, count: number): Promise<void> {
  const reply = await fetch(new URL(memosPath(""), server.url), {
    headers: { authorization: `Bearer ${bearer}` },
  });
  const { memos } = pageSchema.parse(await reply.json());
  if (memos.length !== count) throw new Error(`${memos.length} memos on the page, not ${count}`);
}

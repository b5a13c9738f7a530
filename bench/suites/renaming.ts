import { setTimeout as sleep } from "node:timers/promises";
import { accountKey } from "@tidemark/core/sync/device";
import { openDatabase } from "@tidemark/db/node";
import { openHost } from "../../apps/desktop/src/host/open-host.ts";
import { fromBase64, textUpdateTo, toBase64 } from "@tidemark/core/text";
import { corpusTags, readerUsername } from "../corpus.ts";
import type { BenchCase, Unit } from "../measure.ts";
import type { Suite } from "../suite.ts";

// Renames a tag of 13.5 % of all memos and undoes it while a user types: the cost of each key in the host,
// including its wait. In processor time, as in `typing`, and in wall time, which also depends on the
// machine's load.

/** Interval between keys of a very fast typist. */
const keyEveryMs = 60;

interface Key {
  readonly processorMs: number;
  readonly clockMs: number;
}

type HostApp = Awaited<ReturnType<typeof openHost>>["app"];

export const renaming: Suite = {
  name: "renaming",
  async open(corpora) {
    await using opening = new AsyncDisposableStack();
    const folder = opening.use(await corpora.copy("one-owner"));
    const opened = await openDatabase({ file: folder.databaseFile, role: "device" });
    await opened.database.write(({ meta }) => meta.set(accountKey, `users/${readerUsername}`));
    await opened.close();
    const host = await openHost({ dir: folder.path });
    opening.defer(() => host.close());
    const { app } = host;
    const typing = await openTyping(app);
    const runs: { readonly keys: Key[]; readonly seconds: number; readonly memos: number }[] = [];

    /** Measures for the first case; the others show its results. */
    async function measured(): Promise<(typeof runs)[number]> {
      const [known] = runs;
      if (known !== undefined) return known;
      const keys: Key[] = [];
      const from = performance.now();
      const started = await app.tagRuns.start({ from: corpusTags.common, to: "renamed/tag" });
      if (!started.ok) throw new Error(started.error.message);
      await typeUntil(app, typing, "done", keys);
      const seconds = (performance.now() - from) / 1000;
      await app.tagRuns.undo(started.value.id);
      await typeUntil(app, typing, "undone", keys);
      const { run } = await app.tagRuns.status();
      if (run === null || run.undone !== run.changed) throw new Error("not all was removed");
      const made = { keys, seconds, memos: run.changed };
      runs.push(made);
      return made;
    }

    const once = (
      label: string,
      unit: Unit,
      goal: number | null,
      of: (made: (typeof runs)[number]) => number,
    ): BenchCase => ({
      label,
      unit,
      goal,
      samples: 1,
      warmUps: 0,
      rounds: 1,
      sample: async () => of(await measured()),
    });
    const held = opening.move();
    return {
      cases: [
        once("the slowest key meanwhile", "ms", 50, ({ keys }) =>
          Math.max(...keys.map(({ processorMs }) => processorMs)),
        ),
        once("a key meanwhile", "ms", null, ({ keys }) =>
          middle(keys.map(({ processorMs }) => processorMs)),
        ),
        once("the slowest key by the clock", "ms", null, ({ keys }) =>
          Math.max(...keys.map(({ clockMs }) => clockMs)),
        ),
        once("a key by the clock", "ms", null, ({ keys }) =>
          middle(keys.map(({ clockMs }) => clockMs)),
        ),
        once("memos renamed", "n", null, ({ memos }) => memos),
        once("the renaming", "s", null, ({ seconds }) => seconds),
      ],
      [Symbol.asyncDispose]: () => held.disposeAsync(),
    };
  },
};

/** Returns a function that types a letter at the end of a memo. */
async function openTyping(app: HostApp): Promise<() => Promise<void>> {
  const made = await app.createMemo({ content: "Written meanwhile" });
  if (!made.ok) throw new Error(made.error.message);
  const { id } = made.value;
  let client = 1;
  return async () => {
    const open = await app.openText(id);
    if (!open.ok) throw new Error(open.error.message);
    const { gen, state, content } = open.value;
    const text = { gen, state: fromBase64(state) };
    const update = textUpdateTo({ memo: id, content, text }, `${content}x`, (client += 1));
    if (update === null) throw new Error("nothing was typed");
    await app.pushText({ id, gen, update: toBase64(update) });
  };
}

async function typeUntil(
  app: HostApp,
  type: () => Promise<void>,
  state: string,
  keys: Key[],
): Promise<void> {
  for (;;) {
    const from = performance.now();
    const before = process.cpuUsage();
    await type();
    const { user, system } = process.cpuUsage(before);
    keys.push({ processorMs: (user + system) / 1000, clockMs: performance.now() - from });
    if ((await app.tagRuns.status()).run?.state === state) return;
    await sleep(keyEveryMs);
  }
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

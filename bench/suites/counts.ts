import { corpusEndMs, readerUsername } from "../corpus.ts";
import { timed } from "../measure.ts";
import { openBenchServices } from "../services.ts";
import type { Suite } from "../suite.ts";

// What the sidebar asks of the owner of all memos: how many there are of each kind, the tags with how
// often each is used, and the days of a year for the heatmap. By the store; no memo is read.

const user = `users/${readerUsername}`;
const yearMs = 365 * 86_400_000;

export const counts: Suite = {
  name: "counts",
  anyDatabase: true,
  async open(corpora) {
    const bench = await openBenchServices(corpora, "one-owner");
    const year = { fromMs: corpusEndMs - yearMs, toMs: corpusEndMs, offsetMs: 0 };
    const { database } = bench;
    return {
      cases: [
        timed("views", 20, () => database.read(({ memos }) => memos.counts(user))),
        timed("tags", 20, () =>
          database.read(({ memos }) => memos.tagCounts({ user, spaces: [] }, true)),
        ),
        timed("tree of tags", 30, () => database.read(({ memos }) => memos.tagTree(user))),
        timed("days of a year", 20, () =>
          database.read(({ memos }) => memos.dayCounts(user, year)),
        ),
      ],
      [Symbol.asyncDispose]: () => bench[Symbol.asyncDispose](),
    };
  },
};

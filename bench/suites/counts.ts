import { corpusEndMs, readerUsername } from "../corpus.ts";
import { timed } from "../measure.ts";
import { openBenchServices } from "../services.ts";
import type { Suite } from "../suite.ts";

// Cost of the sidebar's queries for the owner of all memos: counts of each kind, tags with their counts, and
// the days of a year for the heatmap. Through the store, without reading memos.

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

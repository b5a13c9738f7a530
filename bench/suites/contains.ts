import { corpusNeedles, corpusTags } from "../corpus.ts";
import { timed } from "../measure.ts";
import { openBenchServices } from "../services.ts";
import type { Suite } from "../suite.ts";

// Cost of the first page of memos that contain a text, through the service: a word in 3 % of all memos, in
// ten, in none, and one in none whose trigrams are common, so that the index narrows little. Then a common
// tag, a word and the last year together.

export const contains: Suite = {
  name: "contains",
  anyDatabase: true,
  async open(corpora) {
    const bench = await openBenchServices(corpora, "one-owner");
    const holds = (needle: string) => `content.contains("${needle}")`;
    const lastYear = 'created_ts >= timestamp("2025-01-01T00:00:00Z")';
    const together = `"${corpusTags.common}" in tags && ${holds(corpusNeedles.often)} && ${lastYear}`;
    const page = (label: string, goal: number | null, filter: string) =>
      timed(label, goal, () => bench.page(filter));
    return {
      cases: [
        page("3 % of memos", 10, holds(corpusNeedles.often)),
        page("ten memos", 2, holds(corpusNeedles.rare)),
        page("none", 1, holds(corpusNeedles.none)),
        page("none, of common trigrams", null, holds(corpusNeedles.noneOfCommon)),
        page("tag, text and last year", 5, together),
      ],
      [Symbol.asyncDispose]: () => bench[Symbol.asyncDispose](),
    };
  },
};

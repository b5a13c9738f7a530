import { type CorpusKind, corpusNeedles } from "../corpus.ts";
import { type BenchCase, timed } from "../measure.ts";
import { openBenchServices } from "../services.ts";
import type { Suite } from "../suite.ts";

// Cost of `/search` of the legacy API, through the service: the twenty best matches. A word in most memos, in
// 3 %, in ten and in none, for the owner of all memos; a word in most memos for a caller with ten memos among
// those of nineteen others.

const searches = [
  ["a word of most memos", "one-owner", "ka"],
  ["a word of 3 %", "one-owner", corpusNeedles.often],
  ["a word of ten memos", "one-owner", corpusNeedles.rare],
  ["a word of none", "one-owner", corpusNeedles.none],
  ["a word of most memos, of twenty owners", "twenty-owners", "ka"],
] as const satisfies readonly (readonly [string, CorpusKind, string])[];

export const ranked: Suite = {
  name: "ranked",
  anyDatabase: true,
  async open(corpora) {
    await using opening = new AsyncDisposableStack();
    const services = {
      "one-owner": opening.use(await openBenchServices(corpora, "one-owner")),
      "twenty-owners": opening.use(await openBenchServices(corpora, "twenty-owners")),
    };
    const cases: BenchCase[] = searches.map(([label, kind, text]) =>
      timed(label, 100, () => services[kind].search(text)),
    );
    const held = opening.move();
    return { cases, [Symbol.asyncDispose]: () => held.disposeAsync() };
  },
};

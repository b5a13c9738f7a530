import { corpusTags } from "../corpus.ts";
import { memosPath, startHttpServer } from "../http-server.ts";
import { timed } from "../measure.ts";
import { openBenchServices } from "../services.ts";
import type { Suite } from "../suite.ts";

// Cost of the first page of memos with one tag, through the service and over HTTP: a tag of 13.5 % of all
// memos, of
// 1.2 %, of ten memos, of none; and of a tag with its subtags.

export const tags: Suite = {
  name: "tags",
  anyDatabase: true,
  async open(corpora) {
    await using opening = new AsyncDisposableStack();
    const bench = opening.use(await openBenchServices(corpora, "one-owner"));
    const server = opening.use(await startHttpServer(corpora, "one-owner"));
    const cases = Object.entries(corpusTags).flatMap(([howMany, tag]) => {
      const filter = `"${tag}" in tags`;
      return [
        timed(`${howMany}: service`, 1, () => bench.page(filter)),
        timed(`${howMany}: HTTP`, null, () => server.get(memosPath(filter))),
      ];
    });
    cases.push(
      timed("a branch of 13.5 %: service", 20, () => bench.page(branch(corpusTags.common))),
      timed("a branch of ten: service", 1, () => bench.page(branch(corpusTags.rare))),
    );
    const held = opening.move();
    return { cases, [Symbol.asyncDispose]: () => held.disposeAsync() };
  },
};

/** Returns the filter for a tag and its subtags, like `#tag/*`. */
function branch(tag: string): string {
  return `tags.exists(t, t == "${tag}" || t.startsWith("${tag}/"))`;
}

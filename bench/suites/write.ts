import { corpusEndMs, generateMemos } from "../corpus.ts";
import { timed } from "../measure.ts";
import { openBenchServices, reader } from "../services.ts";
import type { Suite } from "../suite.ts";

// Cost of creating one memo among many, through the service: every index, the feed, and a commit that is on
// disk when it returns (`synchronous` FULL). Each run creates another memo.

export const write: Suite = {
  name: "write",
  anyDatabase: true,
  async open(corpora) {
    const bench = await openBenchServices(corpora, "one-owner");
    const texts = [...generateMemos("one-owner", 500)].map((memo) => memo.content);
    let made = 0;
    return {
      cases: [
        timed("create a memo", 1, async () => {
          made += 1;
          const created = await bench.memos.create(reader, {
            content: texts[made % texts.length] ?? "",
            createdMs: corpusEndMs + made,
          });
          if (!created.ok) throw new Error(created.error.message);
        }),
      ],
      [Symbol.asyncDispose]: () => bench[Symbol.asyncDispose](),
    };
  },
};

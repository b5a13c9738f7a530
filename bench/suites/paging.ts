import { ratio, timed } from "../measure.ts";
import { openBenchServices } from "../services.ts";
import type { Suite } from "../suite.ts";

// Whether a page far into a list costs more than the first one, by the service: page 1,000 of the
// newest first, reached by its token, against page 1. A smaller corpus goes as far as its middle.

export const paging: Suite = {
  name: "paging",
  anyDatabase: true,
  async open(corpora) {
    const bench = await openBenchServices(corpora, "one-owner");
    const pages = Math.min(1000, Math.floor(corpora.size / 100));
    let token = "";
    for (let page = 1; page < pages; page += 1) {
      token = (await bench.page("", token)).nextPageToken;
    }
    return {
      cases: [
        timed("page 1", null, () => bench.page("")),
        timed("page 1,000", null, () => bench.page("", token)),
        ratio(
          "page 1,000 over page 1",
          1.2,
          () => bench.page("", token),
          () => bench.page(""),
        ),
      ],
      [Symbol.asyncDispose]: () => bench[Symbol.asyncDispose](),
    };
  },
};

import { ratio, timed } from "../measure.ts";
import { openBenchServices } from "../services.ts";
import type { Suite } from "../suite.ts";

// Compares the cost of a page far down the list with the first one, through the service: page 1,000, newest
// first, by its token, with page 1. In a smaller corpus it is the page in the middle.

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

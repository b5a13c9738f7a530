import { openDatabase } from "@tidemark/db/node";
import { bulkInsert } from "../bulk-insert.ts";
import { generateMemos } from "../corpus.ts";
import { once } from "../measure.ts";
import type { Suite } from "../suite.ts";

// Cost of filling a server's empty database with the whole corpus, a thousand memos per transaction, with
// every index and the feed. The generator's time isn't included.

export const bulk: Suite = {
  name: "bulk",
  async open(corpora) {
    const memos = [...generateMemos("one-owner", corpora.size)];
    return {
      cases: [
        once("insert all memos", 25, async () => {
          await using folder = await corpora.folder();
          await using opened = await openDatabase({ file: folder.databaseFile, role: "server" });
          await bulkInsert(opened.database, memos);
        }),
      ],
      [Symbol.asyncDispose]: async () => undefined,
    };
  },
};

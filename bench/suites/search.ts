import { openDatabase } from "@tidemark/db/node";
import { openHost } from "../../apps/desktop/src/host/open-host.ts";
import { bulkInsert } from "../bulk-insert.ts";
import { corpusEndMs, corpusNeedles, corpusTags, readerUsername } from "../corpus.ts";
import type { Corpora } from "../corpus-file.ts";
import { timed } from "../measure.ts";
import type { Suite } from "../suite.ts";
import { accountKey } from "@tidemark/core/sync/device";

// Cost of one key in the search box: the newest 50 memos that match, and the words to mark, through the app's
// host as the page calls it. Words in many, some and no memos; two letters; Chinese and Japanese, which this
// suite adds to the corpus.

const cjkMemos = 5000;
const cjk =
  "春眠暁を覚えず処処啼鳥を聞く夜来風雨の声花落つること知る多少国破れて山河在り城春にして草木深し時に感じては花にも涙を濺ぎ";

const searches = [
  ["nothing typed", ""],
  ["a word of most memos", "ka"],
  ["a word of 3 %", corpusNeedles.often],
  ["a word of ten memos", corpusNeedles.rare],
  ["a word of none", corpusNeedles.none],
  ["a word of none, of common trigrams", corpusNeedles.noneOfCommon],
  ["two words, together in none", "kami toren"],
  ["a phrase of common words", '"al fin"'],
  ["a phrase of common syllables", '"fra delpul"'],
  ["two letters of none", "xq"],
  ["two letters and a tag", `#${corpusTags.common} zz`],
  ["one character, often", "春"],
  ["two characters, often", "春眠"],
  ["two characters, never", "龍虎"],
  ["six characters", "国破れて山河"],
  ["pinned, of none", "is:pinned"],
] as const;

export const search: Suite = {
  name: "search",
  async open(corpora) {
    await using opening = new AsyncDisposableStack();
    const folder = opening.use(await corpora.copy("one-owner"));
    await addCjk(folder.databaseFile, corpora);
    const host = await openHost({ dir: folder.path });
    opening.defer(() => host.close());
    const list = async (typed: string) => {
      const where = { view: "timeline", scope: "all", tag: null } as const;
      const input = { ...where, pinned: null, pageSize: 50 } as const;
      const page = await host.app.listMemos({ ...input, search: typed });
      if (!page.ok) throw new Error(page.error.message);
      return page.value.memos.length;
    };
    if ((await list("国破れて山河")) !== 50) throw new Error("the Chinese memos are not there");
    const held = opening.move();
    return {
      cases: searches.map(([label, typed]) =>
        timed(label, 10, () => list(typed), { samples: 100 }),
      ),
      [Symbol.asyncDispose]: () => held.disposeAsync(),
    };
  },
};

/** Adds Chinese and Japanese memos over the corpus's whole time, and makes the profile its owner's. */
async function addCjk(file: string, corpora: Corpora): Promise<void> {
  const count = Math.ceil((cjkMemos * corpora.size) / 100_000);
  await using opened = await openDatabase({ file, role: "device" });
  await opened.database.write(({ meta }) => meta.set(accountKey, `users/${readerUsername}`));
  const stepMs = (3 * 365 * 86_400_000) / count;
  await bulkInsert(
    opened.database,
    Array.from({ length: count }, (_, index) => ({
      id: `cjk${index}`,
      creator: `users/${readerUsername}`,
      createdMs: Math.floor(corpusEndMs - index * stepMs),
      content: cjkText(index),
    })),
  );
}

/** Returns a text of four-character pieces from all over the verses, in an order that depends on `index`. */
function cjkText(index: number): string {
  return Array.from({ length: 60 }, (_, at) => {
    const start = (index * 7 + at * at * 13 + at * index) % (cjk.length - 6);
    return `${cjk.slice(start, start + 6)}${at % 8 === 7 ? "。" : ""}`;
  }).join("");
}

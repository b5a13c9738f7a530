import { findsIn, needleOf } from "@tidemark/core/filter";
import { expect, test } from "vitest";
import { lacks, openSqliteConnection } from "../../tests/engine.ts";
import { memoRow, saveRow, tempDatabase } from "../../tests/temp-database.ts";
import type { TextNeedle } from "../sql/text-search.ts";
import { sqliteTexts } from "./sqlite-texts.ts";
import { termsOf, textMatch } from "./trigram-match.ts";

test.each([
  [["abcd"], { trigrams: ["abc", "bcd"], shorts: [] }],
  [["zz"], { trigrams: [], shorts: ["zz"] }],
  [["abcd", "x"], { trigrams: ["abc", "bcd"], shorts: ["x"] }],
  // Part of a trigram in the query.
  [["abcd", "bc"], { trigrams: ["abc", "bcd"], shorts: [] }],
  [["日本", "日"], { trigrams: [], shorts: ["日本", "日"] }],
  [["a b c"], { trigrams: ["a b", " b ", "b c"], shorts: [] }],
  // The mark of a voiced letter may follow it in a text.
  [["ガソリンカ"], { trigrams: ["ガソリ", "ソリン"], shorts: [] }],
])("%j is searched in the index as %j", (texts, { trigrams, shorts }) => {
  const queries = trigrams.map((trigram) => `"${trigram}"`);
  expect(termsOf(texts.map(containing))).toEqual({ queries, shorts });
});

test("a searched text is searched in the index without its accents", () => {
  const { queries } = termsOf([{ op: "finds", text: "Kapita\u0308n" }]);
  expect(queries).toEqual(['"kap"', '"api"', '"pit"', '"ita"', '"tan"']);
});

test("parts of one or two letters of a searched text are searched without blanks", () => {
  expect(termsOf([{ op: "finds", text: "a " }])).toEqual({ queries: [], shorts: ["a"] });
  expect(termsOf([{ op: "finds", text: "a\n\nb" }])).toEqual({ queries: [], shorts: ["a", "b"] });
});

const blanks = ["", " ", "  ", "\n", "\n\n", "\t", " \n ", "\r\n", "\u00a0", "\v"];
const spread = blanks.flatMap((one) => blanks.map((other) => `${one}Ab${other}c${one}d${other}`));

test.skipIf(lacks("fts5")).each(["ab c", "b c d", "b c", "c d ", " c d", "ab c d", "x c"])(
  "the index has every memo in which %j is found, whatever blanks it has",
  async (phrase) => {
    await using open = await tempDatabase();
    await open.database.write(async (stores) => {
      for (const [n, content] of spread.entries())
        await saveRow(stores, memoRow(`m${n}`, { content }));
    });
    const connection = openSqliteConnection({ file: open.file, readonly: true });
    try {
      const { queries } = termsOf([{ op: "finds", text: phrase }]);
      const matched = connection.all<{ content: string }>(
        `SELECT content FROM memo JOIN memo_trigram ON memo_trigram.rowid = pk WHERE memo_trigram MATCH ?`,
        [queries.join(" AND ")],
      );
      const contents = new Set(matched.map(({ content }) => content));
      const found = spread.filter((content) => findsIn(content, needleOf(phrase)));
      expect(found.filter((content) => !contents.has(content))).toEqual([]);
    } finally {
      connection.close();
    }
  },
);

function containing(text: string): TextNeedle {
  return { op: "contains", text };
}

test.skipIf(lacks("fts5"))(
  "rare trigrams of a text are searched, even after memos were added",
  async () => {
    await using open = await tempDatabase();
    const connection = openSqliteConnection({ file: open.file, readonly: true });
    const save = (id: string, content: string): Promise<unknown> =>
      open.database.write((stores) => saveRow(stores, memoRow(id, { content })));
    try {
      await save("m0", "hay");
      // No memo has any of them, so any trigram will do.
      expect(await textMatch(connection.kysely, [containing("abcd")])).toMatchObject({
        match: '"abc"',
      });
      for (let n = 1; n <= 40; n += 1) await save(`m${n}`, n % 10 === 0 ? "abcd" : "abc");
      expect(await textMatch(connection.kysely, [containing("abcd")])).toMatchObject({
        match: '"bcd"',
      });
    } finally {
      connection.close();
    }
  },
);

test.skipIf(lacks("fts5"))(
  "if too many memos have the rare trigrams, all of them are searched",
  async () => {
    await using open = await tempDatabase();
    await open.database.write(async (stores) => {
      for (let n = 0; n < 60; n += 1) {
        await saveRow(stores, memoRow(`m${n}`, { content: n % 2 === 0 ? "abcd" : "bcde" }));
      }
    });
    const connection = openSqliteConnection({ file: open.file, readonly: true });
    try {
      const readers = { user: null, all: true };
      const hits = await sqliteTexts.findHits(
        connection.kysely,
        [containing("abcde")],
        readers,
        20,
      );
      expect(hits).toEqual({ pks: [], areExact: true });
    } finally {
      connection.close();
    }
  },
);

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
])("%j is searched in the index as %j", (texts, terms) => {
  expect(termsOf(texts.map(containing))).toEqual(terms);
});

test("a searched text is searched in the index without its accents", () => {
  const terms = termsOf([{ op: "finds", text: "Kapita\u0308n" }]);
  expect(terms).toEqual({ trigrams: ["kap", "api", "pit", "ita", "tan"], shorts: [] });
});

test("a searched text is searched in the index word by word: every kind of blank may be between them", () => {
  const terms = termsOf([{ op: "finds", text: "two words" }]);
  expect(terms).toEqual({ trigrams: ["two", "wor", "ord", "rds"], shorts: [] });
});

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

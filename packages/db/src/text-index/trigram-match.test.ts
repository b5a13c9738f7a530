import { expect, test } from "vitest";
import { lacks, openSqliteConnection } from "../../tests/engine.ts";
import { memoRow, saveRow, tempDatabase } from "../../tests/temp-database.ts";
import { sqliteTexts } from "./sqlite-texts.ts";
import { termsOf, textMatch } from "./trigram-match.ts";

test.each([
  [["abcd"], { trigrams: ["abc", "bcd"], shorts: [] }],
  [["zz"], { trigrams: [], shorts: ["zz"] }],
  [["abcd", "x"], { trigrams: ["abc", "bcd"], shorts: ["x"] }],
  // Part of a trigram in the query.
  [["abcd", "bc"], { trigrams: ["abc", "bcd"], shorts: [] }],
  [["日本", "日"], { trigrams: [], shorts: ["日本", "日"] }],
])("%j is searched in the index as %j", (needles, terms) => {
  expect(termsOf(needles)).toEqual(terms);
});

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
      expect(await textMatch(connection.kysely, ["abcd"])).toMatchObject({ match: '"abc"' });
      for (let n = 1; n <= 40; n += 1) await save(`m${n}`, n % 10 === 0 ? "abcd" : "abc");
      expect(await textMatch(connection.kysely, ["abcd"])).toMatchObject({ match: '"bcd"' });
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
      const hits = await sqliteTexts.findHits(connection.kysely, ["abcde"], readers, 20);
      expect(hits).toEqual({ pks: [], areExact: true });
    } finally {
      connection.close();
    }
  },
);

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { propertyRuns } from "../../../../scripts/property-runs.ts";
import { openSqliteConnection } from "../../../db/tests/engine.ts";
import { memoRow, saveRow, tempDatabase } from "../../../db/tests/temp-database.ts";
import { hasPhrases, lacksPlaces, lacksWords, phrasesOf, wordVector } from "./word-vector.ts";

/** FTS5 splits words at vowel signs and rare marks, but not at accents. */
const piece = fc.constantFrom(
  "a",
  "b",
  "ab",
  "É",
  "e\u0301",
  "हि",
  "न्दी",
  "\u0300",
  "Σς",
  "1",
  "\u{1F600}",
);
const word = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(""));
const words = fc.array(word, { minLength: 1, maxLength: 6 });

const numRuns = propertyRuns(3000);

test("a text has the same words as in FTS5, the last one as a prefix", () => {
  const connection = openSqliteConnection({ file: ":memory:", readonly: false });
  let hits = 0;
  let others = 0;
  try {
    connection.exec("CREATE VIRTUAL TABLE t USING fts5 (text, tokenize = 'unicode61')");
    fc.assert(
      fc.property(words, words, (inText, asked) => {
        const text = inText.join(" ");
        connection.exec("DELETE FROM t");
        connection.run("INSERT INTO t (text) VALUES (?)", [text]);
        // Splits them as the search does for user input.
        const taken = asked.join(" ").match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
        if (taken.length === 0) return;
        const match = `${taken.map((each) => `"${each}"`).join(" ")}*`;
        const found = connection.all("SELECT 1 FROM t WHERE t MATCH ?", [match]).length === 1;
        const { phrases, isStart } = phrasesOf(taken);
        const has = phrases.length > 0 && hasPhrases(text, phrases, isStart);
        expect([text, taken, has]).toEqual([text, taken, found]);
        if (found) hits += 1;
        else others += 1;
      }),
      { numRuns },
    );
  } finally {
    connection.close();
  }
  // The property would be vacuous if words were never found.
  expect(Math.min(hits, others)).toBeGreaterThan(numRuns / 100);
});

const uniqueWords = Array.from({ length: 90_000 }, (_, n) => `word${n}`).join(" ");
const longWord = "x".repeat(3000);

describe("words beyond the limits of a vector", () => {
  test("are marked in it", () => {
    expect(wordVector("it's a \\ it's")).toBe("'it':1,4 's':2,5 'a':3");
    const lacksOf = (text: string): string[] =>
      [lacksWords, lacksPlaces].filter((lack) => wordVector(text).includes(` '${lack}'`));
    expect(lacksOf("some words")).toEqual([]);
    expect(lacksOf(uniqueWords)).toEqual([lacksWords, lacksPlaces]);
    expect(lacksOf(`a ${longWord}`)).toEqual([lacksWords]);
    expect(lacksOf("again ".repeat(300))).toEqual([lacksPlaces]);
  });

  // The time-out is for slow machines only.
  test("are still found", async () => {
    await using open = await tempDatabase("server");
    await open.database.write(async (stores) => {
      await saveRow(stores, memoRow("unique", { content: `${uniqueWords} lastword हिन्दी` }));
      await saveRow(stores, memoRow("long", { content: `begins ${longWord} ends` }));
      await saveRow(stores, memoRow("again", { content: `${"ह द ".repeat(9000)} हिन्दी` }));
      await saveRow(stores, memoRow("short", { content: "not what is looked for" }));
    });
    const found = (text: string): Promise<string[]> =>
      open.database.read(async ({ rankedMemos }) => {
        const access = { user: "users/alice", spaces: [] } as const;
        const { places } = await rankedMemos.slice({ access, text, tag: null, limit: 10 }, 0);
        return places.map(({ id }) => id).toSorted();
      });
    expect(await found("lastword")).toEqual(["unique"]);
    expect(await found("word89999")).toEqual(["unique"]);
    expect(await found("word90000")).toEqual([]);
    expect(await found("हिन्दी")).toEqual(["again", "unique"]);
    expect(await found("begins xxx")).toEqual(["long"]);
    expect(await found(longWord)).toEqual(["long"]);
    expect(await found("looked")).toEqual(["short"]);
  });
});

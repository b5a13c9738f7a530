import { expect, test } from "vitest";
import { openSqliteConnection } from "../../../db/tests/engine.ts";
import { wordsOf } from "./words.ts";

/** Returns the words of some texts as FTS5 finds them, in the order of the texts. */
function byFts5(texts: readonly string[]): string[][] {
  const connection = openSqliteConnection({ file: ":memory:", readonly: false });
  try {
    connection.exec(`
      CREATE VIRTUAL TABLE words USING fts5 (text, content = '', tokenize = 'unicode61');
      CREATE VIRTUAL TABLE vocabulary USING fts5vocab (words, 'instance');
      BEGIN;`);
    for (const [at, text] of texts.entries()) {
      connection.run("INSERT INTO words (rowid, text) VALUES (?, ?)", [at + 1, text]);
    }
    connection.exec("COMMIT");
    const found: string[][] = texts.map(() => []);
    const instances = connection.each<{ term: string; doc: number; offset: number }>(
      "SELECT term, doc, offset FROM vocabulary",
    );
    for (const { term, doc, offset } of instances) {
      const words = found[doc - 1];
      if (words !== undefined) words[offset] = term;
    }
    return found;
  } finally {
    connection.close();
  }
}

/** Assigned characters are in the first two planes; beyond them FTS5 takes nearly all for letters. */
const stretches = [
  [0x1, 0x20000],
  [0x2ff00, 0x30100],
  [0xdff00, 0xe0300],
  [0x10ff00, 0x110000],
] as const;

test("every code point begins, continues, ends and folds words as in FTS5", () => {
  for (const [first, end] of stretches) {
    const points = Array.from({ length: end - first }, (_, at) => first + at).filter(
      (point) => point < 0xd800 || point > 0xdfff,
    );
    const texts = points.flatMap((point) => {
      const character = String.fromCodePoint(point);
      return [character, `q${character}q`];
    });
    const expected = byFts5(texts);
    const wrong = texts.filter((text, at) => wordsOf(text).join() !== expected[at]?.join());
    expect(wrong).toEqual([]);
  }
});

test("whole texts have the same words as in FTS5", () => {
  const texts = [
    "",
    "The café's naïve Éclair — 2nd ed., v1.2.3_final",
    "e\u0301te\u0301 \u0301 a\u0301\u0302",
    "हिन्दी में लिखा Ünïcödé ΑΣΣ ﬁn 東京タワー 서울에서",
    "😀smile 𐐀𐐨 \u{10ffff}x \ud800 lone",
    `${"word ".repeat(3000)}end`,
  ];
  expect(texts.map(wordsOf)).toEqual(byFts5(texts));
});

import { describe, expect, test } from "vitest";
import { readFrontMatter } from "./front-matter.ts";

const read = (text: string) => {
  const { fields, lists, body, fault } = readFrontMatter(text);
  return { fields: Object.fromEntries(fields), lists: [...lists], body, fault };
};

describe("front matter", () => {
  test.each<[string, Record<string, string[]>]>([
    ["title: 001", { title: ["001"] }],
    ["title: -x", { title: ["-x"] }],
    [
      "yes: no\nn: 1.0\nnil: ~\nnone:\nnull: null",
      { yes: ["no"], n: ["1.0"], nil: [], none: [], null: [] },
    ],
    ["date: 2024-05-06 07:08:09 +0200", { date: ["2024-05-06 07:08:09 +0200"] }],
    ["tags: [a, b]\nlist:\n- c\n- d", { tags: ["a", "b"], list: ["c", "d"] }],
    [
      "t: {{date}}\nm: { a: 1 }\nl: [[a, b]]",
      { t: ["{{date}}"], m: ["{ a: 1 }"], l: ["[[a, b]]"] },
    ],
    ['link: "[[Note]]"', { link: ["[[Note]]"] }],
    ["text: |\n  one\n  two", { text: ["one\ntwo\n"] }],
    ["a: 1\na: 2", { a: ["2"] }],
    ["emoji: 📐 図面", { emoji: ["📐 図面"] }],
  ])("of YAML %j", (yaml, fields) => {
    expect(read(`---\n${yaml}\n---\nbody`)).toMatchObject({ fields, body: "body", fault: null });
  });

  const many = Array.from({ length: 20_000 }, (_, at) => `property ${at}: "the value ${at}"`);

  test("of 20,000 properties, with lists and plain values, is read whole", () => {
    const few = ["title: It's 12:30, isn't it? (yes)", "tags:", "  - sea", "- '#boat'", "none:"];
    const { fields, lists, body, fault } = read(`---\n${[...few, ...many].join("\n")}\n---\nbody`);
    expect({ lists, body, fault }).toEqual({ lists: ["tags"], body: "body", fault: null });
    expect(Object.keys(fields)).toHaveLength(20_003);
    expect(fields).toMatchObject({
      title: ["It's 12:30, isn't it? (yes)"],
      tags: ["sea", "#boat"],
      none: [],
      "property 19999": ["the value 19999"],
    });
  });

  const values = [
    ...["a", "1.0", "2024-05-06 07:08", "a, b", "it's", 'say "x"', "a #b", "a: b", "a:", "- b"],
    ...['"x"', '"a\\nb"', "'x'", "'it''s'", "[a, b]", "{a: 1}", "|", "&a x", "*a", "!x", "~"],
    ...[
      "null",
      "true",
      "#x",
      "é",
      "漢字",
      "a  b",
      "",
      " x ",
      "a\\b",
      "@x",
      "`x`",
      "%x",
      "?",
      "a [b]",
    ],
  ];

  test.each(values)("of very many lines has the value %j like one of few lines", (value) => {
    const short = read(`---\nkey: ${value}\n---\nbody`);
    const long = read(`---\nkey: ${value}\n${many.join("\n")}\n---\nbody`);
    const isSame = JSON.stringify(long.fields["key"]) === JSON.stringify(short.fields["key"]);
    // A block that can't be read in full is reported, and stays in the text.
    expect(isSame || long.fault !== null).toBe(true);
  });

  test("of TOML yields dates, lists and tables", () => {
    const toml =
      'title = "t"\ndate = 2024-05-06T07:08:09Z\nday = 2024-05-06\ntags = ["a", "b"]\n[x]\ny = 1';
    expect(read(`+++\n${toml}\n+++\nbody`)).toEqual({
      fields: {
        title: ["t"],
        date: ["2024-05-06T07:08:09.000Z"],
        day: ["2024-05-06"],
        tags: ["a", "b"],
        x: ['{"y":1}'],
      },
      lists: ["tags"],
      body: "body",
      fault: null,
    });
  });

  test.each([
    ["no front matter", "text\n---\na: 1\n---\n"],
    ["lines around text", "---\njust text\n---\nmore"],
    ["one line that never ends", "---\na: 1\nb: 2"],
    ["a line alone", "---"],
    ["four hyphens", "----\na: 1\n----\n"],
  ])("is not %s", (_what, text) => {
    expect(read(text)).toEqual({ fields: {}, lists: [], body: text, fault: null });
  });

  test("may be empty, and a second block is text", () => {
    expect(read("---\n---\nbody")).toMatchObject({ fields: {}, body: "body" });
    expect(read("---\na: 1\n---\n---\nb: 2\n---\n")).toMatchObject({
      fields: { a: ["1"] },
      body: "---\nb: 2\n---\n",
    });
    expect(read("---\na: 1\n...\nbody")).toMatchObject({ fields: { a: ["1"] }, body: "body" });
    expect(read("---\na: 1\n---")).toMatchObject({ fields: { a: ["1"] }, body: "" });
  });

  test("that is broken stays in the text, with a reason", () => {
    for (const text of ["---\na: [1\n---\nx", "---\n\tb: 1\n---\nx", "+++\na = \n+++\nx"]) {
      const { fields, body, fault } = read(text);
      expect({ fields, body }).toEqual({ fields: {}, body: text });
      expect(fault).toMatch(/\w/);
    }
  });

  test("with exponentially growing aliases isn't expanded", () => {
    const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"];
    for (let at = 1; at < 12; at += 1) {
      const one = `*a${at - 1}`;
      lines.push(`a${at}: &a${at} [${Array.from({ length: 9 }, () => one).join(", ")}]`);
    }
    const text = `---\n${lines.join("\n")}\n---\nbody`;
    expect(read(text).fault).toMatch(/alias/i);
  });
});

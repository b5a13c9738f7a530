import { describe, expect, test } from "vitest";
import { linkedMemos } from "@tidemark/core/markdown";
import { memoView } from "../../../tests/memo-view.ts";
import { afterChoosing, labelsIn, offeredIn } from "../../../tests/offered.ts";
import { writingHelp } from "../../../tests/writing-help.ts";
import { excerptOf, linkTo, memoTrigger } from "./memo-links.ts";

const memos = [
  memoView({ id: "body", content: "Harbour notes\n\nThe tide turns at six." }),
  memoView({ id: "title", content: "# Tide table\n\nAll of November." }),
  memoView({ id: "own", content: "The tide, by itself" }),
];

describe("[[", () => {
  const trigger = memoTrigger(writingHelp(() => memos));

  test("offers memos, matches in the first line first, never the memo itself", async () => {
    expect(await labelsIn("see [[tide|", trigger)).toEqual(["Tide table", "Harbour notes"]);
  });

  test("offers eight at most", async () => {
    const many = Array.from({ length: 30 }, (_, n) => memoView({ id: `m${n}`, content: `n${n}` }));
    expect(await labelsIn("[[n|", memoTrigger(writingHelp(() => many)))).toHaveLength(8);
  });

  test.each(["[tide|", "[[tide]|", "`[[tide|`", "```\n[[tide|", "[[a\ntide|"])(
    "offers nothing in %j",
    async (text) => {
      expect(await labelsIn(text, trigger)).toEqual([]);
    },
  );

  test("searches for each word literally, never as an operator", async () => {
    const asked: string[] = [];
    const help = writingHelp((search) => (asked.push(search), []));
    await labelsIn('[[#tag -not "quoted|', memoTrigger(help));
    expect(asked).toEqual([String.raw`"#tag" "-not" "\"quoted"`]);
  });

  test("marks the matching words", async () => {
    const result = await offeredIn("[[tide|", trigger);
    const [first] = result?.options ?? [];
    expect(first && result?.getMatch?.(first)).toEqual([0, 4]);
    expect(excerptOf("Harbour notes\n\nThe tide turns at six.", ["tide"])).toEqual([
      "Harbour notes The ",
      "tide",
      " turns at six.",
    ]);
    expect(excerptOf("Harbour notes", ["tide"])).toBeNull();
  });

  test.each(["see [[tide|", "see [[tide|]]"])("in %j writes a link", async (text) => {
    expect(await afterChoosing(text, trigger, "Tide table")).toBe(
      "see [Tide table](/memos/title)|",
    );
  });

  test.each(["a ] b [c](d)", "`code", "back\\slash", "*star", "<b>", "plain"])(
    "writes exactly one link for the title %j",
    (title) => {
      expect(linkedMemos(`x ${linkTo("m1", title)} y`)).toEqual(["m1"]);
    },
  );
});

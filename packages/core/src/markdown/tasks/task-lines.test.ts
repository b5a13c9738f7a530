import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { deriveMemo } from "../derive.ts";
import { renderInlineMarkdown, renderMarkdown } from "../render.ts";
import { taskLines, taskTag } from "./task-lines.ts";
import { toggleTask } from "./toggle-task.ts";

describe("taskLines", () => {
  test("M30 · a task has its Markdown source and its plain text", () => {
    const { lines } = taskLines("- [ ] **book** the [crane](https://a.b) #boat\n- [x] done");
    expect(lines).toMatchObject([
      {
        index: 0,
        checked: false,
        source: "**book** the [crane](https://a.b) #boat",
        text: "book the crane #boat",
      },
      { index: 1, checked: true, source: "done" },
    ]);
  });

  test("M30 · a task has its parent task, even through an item that isn't a task", () => {
    const { lines } = taskLines("- [ ] a\n  - [ ] b\n    - c\n      - [ ] d\n- [ ] e");
    expect(lines.map(({ text, depth, parent }) => [text, depth, parent])).toEqual([
      ["a", 0, null],
      ["b", 1, 0],
      ["d", 2, 1],
      ["e", 0, null],
    ]);
  });

  test("M30 · a task has the heading above it, unless that is the title", () => {
    const { lines } = taskLines(
      "# Week 48\n\n- [ ] a\n\n## *Monday* #work\n\n- [ ] b\n\n  # inside\n- [ ] c\n",
    );
    expect(lines.map(({ heading }) => heading)).toEqual([null, "Monday #work", "Monday #work"]);
    expect(taskLines("## first\n- [ ] a").lines[0]?.heading).toBe("first");
  });

  test("M30a · a tag belongs to the task that it stands in, and to those under it that have none", () => {
    const content =
      "#memo\n\n- [ ] a #own #other\n  - [ ] b\n  - [ ] c #deep\n\n  #below\n- [ ] d\n\n#last #memo";
    const found = taskLines(content);
    expect(found.tags).toEqual(["memo", "last"]);
    expect(found.lines.map(({ tags }) => tags)).toEqual([
      ["own", "other", "below"],
      ["own", "other", "below"],
      ["deep"],
      [],
    ]);
    expect(found.lines.map((line) => taskTag(line, found))).toEqual(["own", "own", "deep", "memo"]);
  });

  test("M30 · a task of several lines has the first one, unless an editor wrapped them", () => {
    expect(taskLines("- [ ] call Ana\n  away until Friday").lines[0]?.text).toBe("call Ana");
    const wrapped =
      "- [ ] five litres of antifreeze through the raw-water side until it comes out\n  pink at the exhaust";
    const text =
      "five litres of antifreeze through the raw-water side until it comes out pink at the exhaust";
    expect(taskLines(wrapped).lines[0]).toMatchObject({ source: text, text });
  });

  test("M30 · a line renders as in its list, whatever it begins with", () => {
    for (const line of ["# no heading", "1. no list", "> no quote", "**b** #tag", "`c`"]) {
      const [task] = taskLines(`- [ ] ${line}`).lines;
      const shown = renderInlineMarkdown(task?.source ?? "");
      expect(renderMarkdown(`- [ ] ${line}`)).toContain(`> ${shown}</li>`);
    }
  });

  test("M30 · a very long line is shortened", () => {
    const [line] = taskLines(`- [ ] ${"word ".repeat(100_000)}`).lines;
    expect(line?.source.length).toBeLessThan(2_100);
    expect(line?.text.length).toBeLessThan(2_100);
  });
});

const piece = fc.constantFrom(
  "- [ ] a",
  "- [x] b #t",
  "  - [ ] c",
  "    - [X] d",
  "1. [ ] e",
  "> - [ ] q",
  "```",
  "# h",
  "",
  "- ",
  "  text [ ] #u",
  "- [ ]",
  "[^1]: - [ ] n",
  "\t- [ ] tab",
);

property.prop([fc.array(piece, { maxLength: 14 })])(
  "M30 · its tasks are those that are ticked, one by one, and counted",
  (pieces) => {
    const content = pieces.join("\n");
    const { lines } = taskLines(content);
    expect(lines.map(({ index }) => index)).toEqual(lines.map((_, at) => at));
    expect(lines.filter(({ checked }) => !checked)).toHaveLength(
      deriveMemo(content).property.openTasks,
    );
    expect(toggleTask(content, lines.length)).toBeNull();
    for (const { index, checked } of lines) {
      const ticked = taskLines(toggleTask(content, index) ?? "");
      expect(ticked.lines).toEqual(
        lines.map((line) => (line.index === index ? { ...line, checked: !checked } : line)),
      );
    }
  },
);

import { describe, expect, test } from "vitest";
import { sameTask, toggleTask } from "./toggle-task.ts";

describe("toggleTask", () => {
  test.each([
    ["- [ ] a\n- [x] b", 0, "- [x] a\n- [x] b"],
    ["- [ ] a\n- [x] b", 1, "- [ ] a\n- [ ] b"],
    ["- [X] a", 0, "- [ ] a"],
    ["- [ ]", 0, "- [x]"],
    ["-\n  [ ] a", 0, "-\n  [x] a"],
    ["- [ ] [ ] a", 0, "- [x] [ ] a"],
    ["- [ ] a ]  \r\n- b\r\n", 0, "- [x] a ]  \r\n- b\r\n"],
    ["a\r\r\n> 1. [ ] b\n>    continued [ ]", 0, "a\r\r\n> 1. [x] b\n>    continued [ ]"],
    ["- [ ] a\n  - [ ] b\n\n    c\n- [ ] d", 1, "- [ ] a\n  - [x] b\n\n    c\n- [ ] d"],
    ["- - [ ] a", 0, "- - [x] a"],
    ["```\n- [ ] no\n```\n- [ ] yes", 0, "```\n- [ ] no\n```\n- [x] yes"],
    ["-\t[ ]\ta\0", 0, "-\t[x]\ta\0"],
  ])("M11 · in %j flips task %i", (content, index, expected) => {
    expect(toggleTask(content, index)).toBe(expected);
  });

  test("M11 · sets a task to the given state, and leaves it if it has that state", () => {
    expect(toggleTask("- [ ] a", 0, true)).toBe("- [x] a");
    expect(toggleTask("- [X] a", 0, true)).toBe("- [X] a");
    expect(toggleTask("- [ ] a", 0, false)).toBe("- [ ] a");
  });

  test.each([
    ["", 0],
    ["- [ ] a", 1],
    ["- [ ] a", -1],
    ["- [ ] a", 0.5],
    ["[ ] a", 0],
  ])("M11 · in %j there is no task %d", (content, index) => {
    expect(toggleTask(content, index)).toBeNull();
  });
});

describe("sameTask", () => {
  const list = "- [x] milk\n- [ ] bread\n- [ ] milk";
  test.each<[string, number, string, number | null]>([
    ["the text is the same", 1, list, 1],
    ["another box was ticked", 1, "- [x] milk\n- [ ] bread\n- [x] milk", 1],
    ["a task came before it", 1, `- [ ] oil\n${list}`, 2],
    ["a task before it went", 1, "- [ ] bread\n- [ ] milk", 0],
    ["words came around it", 2, `# Shopping\n\n${list}\n\nand that is all`, 2],
    ["it is one of two that say the same, and the other went", 2, "- [ ] bread\n- [ ] milk", 1],
    ["it went, and one that says the same stands elsewhere", 0, "- [ ] bread\n- [ ] milk", null],
    ["it went", 1, "- [x] milk\n- [ ] milk", null],
    ["it says something else", 1, "- [x] milk\n- [ ] butter\n- [ ] milk", null],
    ["it is no task any more", 1, "- [x] milk\n- bread\n- [ ] milk", null],
    ["there are no tasks", 0, "milk and bread", null],
    ["there never was one", 3, `${list}\n`, null],
  ])("M11 · when %s, task %i is found again or not at all", (_what, index, content, expected) => {
    expect(sameTask(list, index, content)).toBe(expected);
  });
});

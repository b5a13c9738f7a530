import { CompletionContext } from "@codemirror/autocomplete";
import { describe, expect, test } from "vitest";
import { memoView } from "../../../tests/memo-view.ts";
import { afterChoosing, labelsIn, offeredIn, stateOf } from "../../../tests/offered.ts";
import { writingHelp } from "../../../tests/writing-help.ts";
import { slashTrigger, templateNameTrigger, templateTrigger } from "./slash-menu.ts";

const all = [
  ...["Heading", "List", "Numbers", "Task", "Quote"],
  ...["Code", "Table", "Divider", "Image or file", "Record", "Template"],
];

const templates = [
  memoView({ id: "t1", content: "# Meeting\n\n- [ ] agenda\n\n#template", tags: ["template"] }),
  memoView({ id: "t2", content: "Daily #template/today", tags: ["template/today"] }),
];

describe("a slash", () => {
  const trigger = slashTrigger(writingHelp());

  test.each(["/|", "one /|", "- /|", "> /|", "one\n/|\ntwo"])(
    "in %j offers all commands",
    async (text) => {
      expect(await labelsIn(text, trigger)).toEqual(all);
    },
  );

  test.each([
    "and/|",
    "//|",
    "/usr/|",
    "https:/|",
    "/ |",
    "`/|`",
    "```\n/|\n```",
    "```\n/|",
    "    /|",
  ])("in %j offers nothing", async (text) => {
    expect(await labelsIn(text, trigger)).toEqual([]);
  });

  test.each([
    ["/h|", ["Heading", "Divider"]],
    ["/LI|", ["List", "Divider"]],
    ["/todo|", ["Task"]],
    ["/pic|", ["Image or file"]],
    ["/voi|", ["Record"]],
    ["/zzz|", []],
  ])("%j is narrowed to %j", async (text, labels) => {
    expect(await labelsIn(text, trigger)).toEqual(labels);
  });

  test.each([
    ["/|", "Heading", "# |"],
    ["Plan /hea|", "Heading", "# Plan |"],
    ["/|", "List", "- |"],
    ["a /|", "Numbers", "1. a |"],
    ["  /|", "Task", "  - [ ] |"],
    ["/|", "Quote", "> |"],
    ["/|", "Code", "```\n|\n```"],
    ["one\n/|\ntwo", "Code", "one\n\n```\n|\n```\n\ntwo"],
    ["one /|", "Divider", "one\n\n---\n|"],
    ["- one\n  /|", "Code", "- one\n\n  ```\n  |\n  ```"],
    ["- /|", "Code", "- ```\n  |\n  ```"],
    ["1. one /|", "Code", "1. one\n\n   ```\n   |\n   ```"],
    ["/|", "Table", "| |Column 1| | Column 2 |\n| --- | --- |\n|  |  |"],
    ["one /ta|", "Table", "one\n\n| |Column 1| | Column 2 |\n| --- | --- |\n|  |  |"],
    ["one /| two", "Divider", "one\n\n---\n|\n\ntwo"],
    ["/|", "Template", "/template |"],
  ])("in %j with %s gives %j", async (text, label, after) => {
    expect(await afterChoosing(text, trigger, label)).toBe(after);
  });

  test("filters synchronously with each key, so no outdated row can be chosen", async () => {
    const shown = await offeredIn("/t|", trigger);
    const next = stateOf("/ta|");
    const follow = shown?.update?.(shown, 0, 3, new CompletionContext(next, 3, false));
    expect(follow?.options.map(({ label }) => label)).toEqual(["Task", "Table"]);
  });

  test("opens a file chooser and removes the slash", async () => {
    const help = writingHelp();
    expect(await afterChoosing("one /fi|", slashTrigger(help), "Image or file")).toBe("one |");
    expect(help.chosen.files).toBe(1);
  });

  test("starts a recording and removes the slash", async () => {
    const help = writingHelp();
    expect(await afterChoosing("one /rec|", slashTrigger(help), "Record")).toBe("one |");
    expect(help.chosen.recordings).toBe(1);
  });

  test("finds templates by their names", async () => {
    const found = templateNameTrigger(writingHelp(() => templates));
    expect(await labelsIn("/mee|", found)).toEqual(["Meeting"]);
    expect(await labelsIn("/d|", found)).toEqual([]);
    expect(await labelsIn("/da|", found)).toEqual(["Daily"]);
  });
});

describe("/template", () => {
  const trigger = templateTrigger(writingHelp(() => templates));

  test("lists the templates, narrowed by what follows", async () => {
    expect(await labelsIn("/template |", trigger)).toEqual(["Meeting", "Daily"]);
    expect(await labelsIn("/template dai|", trigger)).toEqual(["Daily"]);
    expect(await labelsIn("/template nothing like it|", trigger)).toEqual([]);
    expect(await labelsIn("no/template |", trigger)).toEqual([]);
  });

  test("inserts a template without its tags at the caret", async () => {
    expect(await afterChoosing("one\n/template m|\ntwo", trigger, "Meeting")).toBe(
      "one\n# Meeting\n\n- [ ] agenda|\ntwo",
    );
  });

  test("explains how to create a template if there are none", async () => {
    expect(await labelsIn("/template |", templateTrigger(writingHelp()))).toEqual([
      "No templates yet",
    ]);
  });
});

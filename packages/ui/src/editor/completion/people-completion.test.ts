import { expect, test } from "vitest";
import { memoView } from "../../../tests/memo-view.ts";
import { afterChoosing, labelsIn } from "../../../tests/offered.ts";
import { writingHelp } from "../../../tests/writing-help.ts";
import { peopleTrigger } from "./people-completion.ts";

const memos = ["bob", "carol", "bob", "bo-2"].map((author, n) => memoView({ id: `m${n}`, author }));
const help = writingHelp((search) => (search === '= creator != "users/alice"' ? memos : []));

test.each([
  ["@|", ["@bob", "@carol", "@bo-2"]],
  ["ask @BO|", ["@bob", "@bo-2"]],
  ["(@c|", ["@carol"]],
])("%j offers authors of memos on this device: %j", async (text, names) => {
  expect(await labelsIn(text, peopleTrigger(help))).toEqual(names);
});

test.each(["me@bo|", "@@bo|", "x.@bo|", "`@bo|`", "@bo_|", "@dave|"])(
  "%j offers no people",
  async (text) => {
    expect(await labelsIn(text, peopleTrigger(help))).toEqual([]);
  },
);

test("writes the name", async () => {
  expect(await afterChoosing("ask @c|", peopleTrigger(help), "@carol")).toBe("ask @carol |");
});

test("offers no people without a server", async () => {
  const alone = writingHelp(() => memos, { serverUrl: null });
  expect(await labelsIn("@|", peopleTrigger(alone))).toEqual([]);
});

import { expect, test } from "vitest";
import { withTag } from "./with-tag.ts";

test.each([
  ["a tag at the end, apart from the text", "Hello", "zsh/*", "Hello\n\n#zsh"],
  ["a tag behind a last line of tags", "Hello\n\n#one", "zsh", "Hello\n\n#one #zsh"],
  ["the tag alone to an empty text", "", "zsh/*", "#zsh"],
  ["nothing to a text with the tag", "Hello #zsh", "zsh", "Hello #zsh"],
  ["nothing to a text with a subtag, if the list has those", "#zsh/x", "zsh/*", "#zsh/x"],
  ["the tag to a text with a subtag, if the list has none", "#zsh/x", "zsh", "#zsh/x #zsh"],
  ["the tag to a text that has it in code only", "`#zsh`", "zsh/*", "`#zsh`\n\n#zsh"],
  ["a tag in another script", "早", "日記/朝/*", "早\n\n#日記/朝"],
])("adds %s", (_, content, choice, after) => {
  expect(withTag(content, choice)).toBe(after);
});

test("leaves the text as it is if it has no place for the tag", () => {
  expect(withTag("Hello", "no tag at all")).toBe("Hello");
});

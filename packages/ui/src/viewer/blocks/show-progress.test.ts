import { expect, test } from "vitest";
import { renderBody } from "../../timeline/card/render-body.ts";

const foot = (content: string): string | undefined => {
  const holder = document.createElement("div");
  holder.innerHTML = renderBody(content, [], false, []);
  return holder.querySelector(".tag-line")?.textContent.trim();
};

test("counts checked tasks at the bottom, beside the tags", () => {
  expect(foot("- [x] a\n- [ ] b\n  - [x] c\n\n#boat")).toBe("#boat 2 of 3 done");
  expect(foot("1. [ ] a\n2. [ ] b")).toBe("0 of 2 done");
});

test("has no count for a single task", () => {
  expect(foot("- [x] a")).toBeUndefined();
});

import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { memoView } from "../../tests/memo-view.ts";
import { AuthorName } from "./author-name.tsx";
import { PersonDisc } from "./person-disc.tsx";
import type { UserReference } from "@tidemark/core/names";

afterEach(cleanup);

test.each<[string | null, UserReference, string, string]>([
  ["bob", "users/bob", "By bob", "#/explore?author=bob"],
  [null, "users/alice", "By You", "#/explore?author=alice"],
  ["x&y", "users/x&y", "By x&y", "#/explore?author=x%26y"],
])("the author %j is a link to memos of %s", (author, creator, name, href) => {
  render(<AuthorName memo={memoView({ author, creator })} />);
  const link = screen.getByRole("link");
  expect(link.textContent).toContain(name);
  expect(link.getAttribute("href")).toBe(href);
});

test("a disc alone has a label for its link", () => {
  render(<PersonDisc username="bob" />);
  const disc = screen.getByRole("link", { name: "Memos bob shares with everyone" });
  expect(disc.getAttribute("href")).toBe("#/explore?author=bob");
});

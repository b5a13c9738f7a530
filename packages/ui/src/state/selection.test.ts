import { beforeEach, expect, test } from "vitest";
import {
  clearSelection,
  extendSelected,
  keepListed,
  selectAll,
  showList,
  toggleSelected,
  useSelection,
} from "./selection.ts";

const listed = ["a", "b", "c", "d", "e"];
const selected = () => listed.filter((id) => useSelection.getState().ids.has(id)).join("");

beforeEach(() => clearSelection());

test("a memo is selected, and again not", () => {
  toggleSelected("b");
  toggleSelected("d");
  expect(selected()).toBe("bd");
  toggleSelected("b");
  expect(selected()).toBe("d");
  toggleSelected("d");
  expect(useSelection.getState()).toMatchObject({ anchorId: null, asked: null });
});

test("extending begins at the memo one is on, shrinks again, and turns round", () => {
  extendSelected(listed, "c", "d");
  extendSelected(listed, "d", "e");
  expect(selected()).toBe("cde");
  extendSelected(listed, "e", "d");
  expect(selected()).toBe("cd");
  extendSelected(listed, "c", "a");
  expect(selected()).toBe("abc");
});

test("extending begins at what was selected last, and leaves the rest as it was", () => {
  toggleSelected("a");
  toggleSelected("c");
  extendSelected(listed, "c", "e");
  expect(selected()).toBe("acde");
  extendSelected(listed, "e", "d");
  expect(selected()).toBe("acd");
});

test("what it began at has left the list: it begins where one is", () => {
  toggleSelected("a");
  toggleSelected("b");
  const left = ["a", "c", "d", "e"];
  keepListed(left);
  extendSelected(left, "d", "e");
  expect(selected()).toBe("ade");
  extendSelected(left, "e", "gone");
  expect(selected()).toBe("ade");
  extendSelected(left, "gone", "c");
  expect(selected()).toBe("acd");
});

test("all that is loaded is selected, and what leaves the list is not any more", () => {
  selectAll(listed);
  expect(selected()).toBe("abcde");
  keepListed(["b", "e", "f"]);
  expect(selected()).toBe("be");
  keepListed([]);
  expect(useSelection.getState().anchorId).toBeNull();
});

test("another list has nothing selected; the same one keeps it", () => {
  showList("timeline");
  toggleSelected("a");
  showList("timeline");
  expect(selected()).toBe("a");
  showList("archive");
  expect(selected()).toBe("");
});

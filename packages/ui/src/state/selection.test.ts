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

test("a memo is selected and unselected", () => {
  toggleSelected("b");
  toggleSelected("d");
  expect(selected()).toBe("bd");
  toggleSelected("b");
  expect(selected()).toBe("d");
  toggleSelected("d");
  expect(useSelection.getState()).toMatchObject({ anchorId: null, asked: null });
});

test("extending starts at the active memo, shrinks and changes direction", () => {
  extendSelected(listed, "c", "d");
  extendSelected(listed, "d", "e");
  expect(selected()).toBe("cde");
  extendSelected(listed, "e", "d");
  expect(selected()).toBe("cd");
  extendSelected(listed, "c", "a");
  expect(selected()).toBe("abc");
});

test("extending starts at the memo selected last and keeps the other selected memos", () => {
  toggleSelected("a");
  toggleSelected("c");
  extendSelected(listed, "c", "e");
  expect(selected()).toBe("acde");
  extendSelected(listed, "e", "d");
  expect(selected()).toBe("acd");
});

test("extending starts at the active memo if the anchor has left the list", () => {
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

test("all loaded memos are selected, and those that leave the list are unselected", () => {
  selectAll(listed);
  expect(selected()).toBe("abcde");
  keepListed(["b", "e", "f"]);
  expect(selected()).toBe("be");
  keepListed([]);
  expect(useSelection.getState().anchorId).toBeNull();
});

test("another list has no selection; the same list keeps it", () => {
  showList("timeline");
  toggleSelected("a");
  showList("timeline");
  expect(selected()).toBe("a");
  showList("archive");
  expect(selected()).toBe("");
});

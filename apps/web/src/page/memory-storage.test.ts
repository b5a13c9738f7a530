import { expect, test } from "vitest";
import { memoryStorage } from "./memory-storage.ts";

test("A42a · a storage in memory works like that of the browser", () => {
  const storage = memoryStorage();
  expect([storage.getItem("a"), storage.length, storage.key(0)]).toEqual([null, 0, null]);
  storage.setItem("a", "1");
  storage.setItem("b", "2");
  storage.setItem("a", "3");
  expect([storage.getItem("a"), storage.length, storage.key(1)]).toEqual(["3", 2, "b"]);
  expect(Object.keys(storage)).toEqual(["a", "b"]);
  storage.removeItem("a");
  expect(Object.keys(storage)).toEqual(["b"]);
  storage.clear();
  expect([storage.length, Object.keys(storage)]).toEqual([0, []]);
});

import { expect, test } from "vitest";
import { fileSize } from "./file-size.ts";

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1000, "1 kB"],
  [1540, "1.5 kB"],
  [15_400, "15 kB"],
  [999_999, "1 MB"],
  [67_108_864, "67 MB"],
  [5e12, "5 TB"],
  [5e15, "5,000 TB"],
])("%i bytes are formatted as %s", (bytes, said) => {
  expect(fileSize(bytes, "en")).toBe(said);
});

import { expect, test } from "vitest";
import { ExportNames, plainFilename } from "./export-names.ts";

test.each([
  ["255 characters of four bytes", `${"📷".repeat(251)}.png`, ".png"],
  ["a long ending", `${"漢".repeat(220)}.${"字".repeat(32)}`, ".字"],
  ["no ending", "漢".repeat(255), ""],
])("B18a · a file's name of %s is one that a disk can have", (_, filename, ending) => {
  const name = plainFilename(filename);
  expect(name).toContain(ending);
  const names = new ExportNames();
  names.take("files/a", name, "");
  const path = names.take("files/a", name, "");
  expect(Buffer.byteLength(path.slice("files/a/".length))).toBeLessThanOrEqual(255);
});

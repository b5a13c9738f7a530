import { defineMeta, metaForm } from "@tidemark/core";
import { expect, test } from "vitest";
import { tempFolder } from "../../../tests/temp-database.ts";
import { openDatabase } from "../../../tests/engine.ts";
import { openMigratedTo } from "../../../tests/open-migrated-to.ts";

test("C2 · the existing newest stamp moves to the row of the last change's number", async () => {
  using folder = tempFolder();
  const file = folder.file("old.db");
  const stamp = "018bcfe56800-0000-s1";
  const old = await openMigratedTo(35, { file, role: "server" });
  await old.database.write(async ({ meta }) => {
    await meta.nextSeq();
    await meta.set(defineMeta("hlc", metaForm.text), stamp);
  });
  await old.close();

  await using open = await openDatabase({ file, role: "server" });
  const changePosition = await open.database.read(({ meta }) => meta.changePosition());
  expect(changePosition).toEqual({ headSeq: 1, newestStamp: stamp, milestone: null });
});

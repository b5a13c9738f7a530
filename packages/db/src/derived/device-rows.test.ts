import { deriveMemo } from "@tidemark/core/markdown";
import { expect, test } from "vitest";
import { openDatabase } from "../../tests/engine.ts";
import { memoRow, rowsOf, saveRow, tempFolder } from "../../tests/temp-database.ts";
import { checkDerived } from "./check-derived.ts";

const content =
  "# The tide comes in\n\nand **goes** out again, as it has done for as long as there is a sea.";
const derived = deriveMemo(content);
const stored = (file: string): unknown[] =>
  rowsOf(file, "SELECT title, snippet FROM memo ORDER BY id");
const whole = { title: derived.property.title, snippet: derived.snippet };

test("a device stores derived texts as parts of the content, and each side reads the other's form", async () => {
  using folder = tempFolder();
  const file = folder.file("memos.db");
  const expectRead = async (role: "device" | "server", ids: readonly string[]): Promise<void> => {
    await using open = await openDatabase({ file, role });
    await open.database.read(async ({ memos }) => {
      for (const memo of await memos.findMany([...ids])) {
        expect(memo).toMatchObject({ snippet: derived.snippet, property: derived.property });
      }
      for (const head of await memos.heads([...ids])) expect(head.snippet).toBe(derived.snippet);
    });
  };
  const write = async (role: "device" | "server", id: string, change = {}): Promise<void> => {
    await using open = await openDatabase({ file, role });
    await open.database.write((stores) => saveRow(stores, memoRow(id, { content, ...change })));
  };
  const short = { title: " 2 17", snippet: derived.snippet };

  await write("device", "a");
  expect(stored(file)).toEqual([short]);
  await expectRead("device", ["a"]);
  await expectRead("server", ["a"]);
  await write("server", "b");
  expect(stored(file)).toEqual([short, whole]);
  await expectRead("device", ["a", "b"]);
  expect(await differences(file)).toEqual([]);

  // Each side rewrites rows in its own form.
  await write("server", "a", { pinned: true });
  await write("device", "b", { pinned: true });
  expect(stored(file)).toEqual([whole, short]);
  await expectRead("device", ["a", "b"]);
});

test("a snippet stored as part of the text is read by every method, and passes the check", async () => {
  using folder = tempFolder();
  const file = folder.file("memos.db");
  const plain =
    "The tide comes in\nand goes out again, as it has done for as long as there is a sea.";
  await using open = await openDatabase({ file, role: "device" });
  await open.database.write((stores) => saveRow(stores, memoRow("a", { content: plain })));
  expect(stored(file)).toEqual([{ title: "", snippet: " 0 64." }]);
  const [head] = await open.database.read(({ memos }) => memos.heads(["a"]));
  expect(head?.snippet).toBe(deriveMemo(plain).snippet);
  await open.close();
  expect(await differences(file)).toEqual([]);

  const device = await openDatabase({ file, role: "device" });
  await device.database.write((stores) =>
    saveRow(stores, memoRow("a", { content: "Something else that is long" })),
  );
  await device.close();
  expect(stored(file)).toEqual([{ title: "", snippet: " 0 27" }]);
});

async function differences(file: string): Promise<unknown[]> {
  const found: unknown[] = [];
  const tally = await checkDerived({ file, mend: false, report: (one) => found.push(one) });
  expect(tally.ok).toBe(true);
  return found;
}

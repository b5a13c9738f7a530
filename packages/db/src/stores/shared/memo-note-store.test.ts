import { defineMemoNote, metaForm } from "@tidemark/core";
import { describe, expect, test } from "vitest";
import { memoRow, saveRow, storedRows, tempDatabase } from "../../../tests/temp-database.ts";

const seenKey = defineMemoNote("test.seen", metaForm.mark);
const wordKey = defineMemoNote("test.word", metaForm.text);

describe("notes about memos", () => {
  test("are stored, replaced and deleted by name", async () => {
    await using open = await tempDatabase();
    const { database } = open;
    await database.write(async (stores) => {
      for (const id of ["a", "b"]) await saveRow(stores, memoRow(id));
      await stores.memoNotes.set(seenKey, "a", true);
      await stores.memoNotes.set(wordKey, "a", "one");
      await stores.memoNotes.set(wordKey, "a", "two");
      await stores.memoNotes.set(wordKey, "b", "three");
      await stores.memoNotes.set(wordKey, "b", null);
    });
    const ids = ["a", "b", "c"];
    const notes = await database.read(async ({ memoNotes }) => [
      await memoNotes.among(seenKey, ids),
      await memoNotes.among(wordKey, ids),
    ]);
    expect(notes).toEqual([new Map([["a", true]]), new Map([["a", "two"]])]);
  });

  test("are deleted with their memo, and not stored for a missing one", async () => {
    await using open = await tempDatabase();
    await open.database.write(async (stores) => {
      await saveRow(stores, memoRow("a"));
      await stores.memoNotes.set(seenKey, "a", true);
      await stores.memoNotes.set(seenKey, "b", true);
    });
    expect(await storedRows(open, "SELECT memo, key, value FROM memo_note")).toEqual([
      { memo: "a", key: "test.seen", value: "1" },
    ]);
    await open.database.write((stores) => stores.memos.remove("a"));
    expect(await storedRows(open, "SELECT * FROM memo_note")).toEqual([]);
  });
});

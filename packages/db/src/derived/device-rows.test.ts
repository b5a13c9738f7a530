import { deriveMemo } from "@tidemark/core/markdown";
import { expect, test } from "vitest";
import { openDatabase, openSqliteConnection } from "../../tests/engine.ts";
import { memoRow, rowsOf, saveRow, tempFolder } from "../../tests/temp-database.ts";
import { checkDerived } from "./check-derived.ts";

const content =
  "# The tide comes in\n\nand **goes** out again, as it has done for as long as there is a sea.";
const plain =
  "The tide comes in\nand goes out again, as it has done for as long as there is a sea.";

test.each([
  { content, parts: { title: " 2 17" } },
  { content: plain, parts: { snippet: " 0 64." } },
])(
  "a device or a server reads a row that stores $parts, and a save stores it whole",
  async (row) => {
    using folder = tempFolder();
    const file = folder.file("memos.db");
    const { property, snippet } = deriveMemo(row.content);
    const whole = { title: property.title, snippet };
    const write = async (role: "device" | "server", change = {}): Promise<void> => {
      await using open = await openDatabase({ file, role });
      await open.database.write((stores) =>
        saveRow(stores, memoRow("a", { content: row.content, ...change })),
      );
    };

    await write("device");
    expect(stored(file)).toEqual([whole]);
    storeParts(file, row.parts);
    expect(stored(file)).toEqual([{ ...whole, ...row.parts }]);
    for (const role of ["device", "server"] as const) {
      await using open = await openDatabase({ file, role });
      await open.database.read(async ({ memos }) => {
        expect(await memos.findMany(["a"])).toMatchObject([{ snippet, property }]);
        expect(await memos.heads(["a"])).toMatchObject([{ snippet }]);
      });
    }
    expect(await differences(file)).toEqual([]);

    await write("device", { pinned: true });
    expect(stored(file)).toEqual([whole]);
  },
);

function stored(file: string): unknown[] {
  return rowsOf(file, "SELECT title, snippet FROM memo");
}

/** Stores what a device stored before ADR 0096. */
function storeParts(file: string, parts: Readonly<Record<string, string>>): void {
  const connection = openSqliteConnection({ file, readonly: false });
  for (const [column, part] of Object.entries(parts)) {
    connection.exec(`UPDATE memo SET ${column} = '${part}'`);
  }
  connection.close();
}

async function differences(file: string): Promise<unknown[]> {
  const found: unknown[] = [];
  const tally = await checkDerived({ file, mend: false, report: (one) => found.push(one) });
  expect(tally.ok).toBe(true);
  return found;
}

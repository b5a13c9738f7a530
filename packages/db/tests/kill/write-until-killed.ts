import { openDatabase } from "../engine.ts";
import { memoRow, saveRow } from "../temp-database.ts";
import { defineMeta, metaForm } from "@tidemark/core";

/** Writes memos one after another and prints the id of each once it is committed. */
const newestKey = defineMeta("newest", metaForm.text);
const [file = ""] = process.argv.slice(2);
const open = await openDatabase({ file, role: "device" });
for (let n = 0; ; n += 1) {
  const id = `m${n}`;
  await open.database.write(async (stores) => {
    await saveRow(stores, memoRow(id, { content: `#tag${n % 7} some words of ${n}` }));
    // Rewrites the previous memo, so a kill may also interrupt a replacement.
    if (n > 0) await saveRow(stores, memoRow(`m${n - 1}`, { content: `#again replaced ${n - 1}` }));
    await stores.meta.set(newestKey, id);
  });
  process.stdout.write(`${id}\n`);
}

import { openDatabase } from "../engine.ts";
import { memoRow, saveRow } from "../temp-database.ts";

/**
 * Writes like a server with sixteen clients: each writes memos, two per transaction, and prints their id once
 * they are acknowledged. Every ninth write fails after its first memo.
 */
const [file = ""] = process.argv.slice(2);
const open = await openDatabase({ file, role: "server" });

async function client(name: number): Promise<void> {
  for (let n = 0; ; n += 1) {
    const id = `c${name}-${n}`;
    try {
      await open.database.write(async (stores) => {
        await saveRow(stores, memoRow(`${id}a`));
        if (n % 9 === 8) throw new Error("given up half-way");
        await saveRow(stores, memoRow(`${id}b`));
      });
      process.stdout.write(`${id}\n`);
    } catch {
      process.stdout.write(`-${id}\n`);
    }
  }
}

await Promise.all(Array.from({ length: 16 }, (_, name) => client(name)));

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { checkDerived, holderInWords, openDataFolder } from "@tidemark/db/node";

// Holds tags, flags, titles, snippets, indexes and counts of a data folder's database against its
// memos: `npm run db:check -- --data DIR [--mend]`. A line per difference, then the tally. Without
// --mend it only reads, and a program may be running on the folder. Exit codes: 0 all is right or was
// mended, 1 something is wrong, 2 it could not be looked at.

process.exitCode = await main();

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { data: { type: "string" }, mend: { type: "boolean", default: false } },
  });
  if (values.data === undefined) return refuse("--data DIR says which folder to look at");
  const dir = resolve(values.data);
  const file = join(dir, "tidemark.db");
  if (!existsSync(file)) return refuse(`${dir} holds no tidemark.db`);
  if (!values.mend) return (await look(file, false)) ?? 2;

  const folder = await openDataFolder(dir);
  if (!folder.ok) {
    const { error } = folder;
    return refuse(
      error.type === "folder-in-use"
        ? `${error.path} is in use by ${holderInWords(error.pid)}: end it first, or leave --mend out`
        : `${error.path} cannot be used: ${error.reason}`,
    );
  }
  await using _held = folder.value;
  const found = await look(file, true);
  if (found !== 1) return found ?? 2;
  console.log("mended, looking again");
  return (await look(file, false)) ?? 2;
}

/** Prints what is wrong and the tally. 1 when anything is, null when it could not be looked at. */
async function look(file: string, mend: boolean): Promise<0 | 1 | null> {
  const tally = await checkDerived({
    file,
    mend,
    report: ({ of, what, stored, expected }) =>
      console.log(`${of}  ${what}  stored ${short(stored)}  expected ${short(expected)}`),
  });
  if (!tally.ok) {
    refuse(tally.error.message);
    return null;
  }
  const { passed, failed } = tally.value;
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

function short(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function refuse(message: string): 2 {
  console.error(`db:check: ${message}`);
  return 2;
}

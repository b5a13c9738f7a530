import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  checkDerived,
  type DerivedDifference,
  holderInWords,
  openDataFolder,
} from "@tidemark/db/node";
import { checkPostgresDerived } from "@tidemark/db/postgres";

// Holds tags, flags, titles, snippets, indexes and counts of a data folder's database against its
// memos: `npm run db:check -- --data DIR [--mend]`, or `--database postgres://…` of one in PostgreSQL. A
// line per difference, then the tally. Without --mend it only reads, and a program may be running on the
// folder. Exit codes: 0 all is right or was mended, 1 something is wrong, 2 it could not be looked at.

type Check = (
  mend: boolean,
  report: (difference: DerivedDifference) => void,
) => ReturnType<typeof checkDerived>;

process.exitCode = await main();

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      database: { type: "string" },
      mend: { type: "boolean", default: false },
    },
  });
  const { database } = values;
  if (database !== undefined) {
    return lookTwice(values.mend, (mend, report) =>
      checkPostgresDerived({ url: database, mend, report }),
    );
  }
  if (values.data === undefined) return refuse("--data DIR says which folder to look at");
  const dir = resolve(values.data);
  const file = join(dir, "tidemark.db");
  if (!existsSync(file)) return refuse(`${dir} holds no tidemark.db`);
  const ofFile: Check = (mend, report) => checkDerived({ file, mend, report });
  if (!values.mend) return lookTwice(false, ofFile);

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
  return lookTwice(true, ofFile);
}

/** Looks, and once more where it mended something. */
async function lookTwice(mend: boolean, check: Check): Promise<number> {
  const found = await look(check, mend);
  if (found !== 1 || !mend) return found ?? 2;
  console.log("mended, looking again");
  return (await look(check, false)) ?? 2;
}

/** Prints what is wrong and the tally. 1 when anything is, null when it could not be looked at. */
async function look(check: Check, mend: boolean): Promise<0 | 1 | null> {
  const tally = await check(mend, ({ of, what, stored, expected }) =>
    console.log(`${of}  ${what}  stored ${short(stored)}  expected ${short(expected)}`),
  );
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

import { existsSync } from "node:fs";
import { join } from "node:path";
import { ok, type Result } from "@tidemark/core";
import { checkDerived, type DerivedDifference, type DerivedTally } from "@tidemark/db/node";
import type { CheckCommand } from "../cli/place-commands.ts";
import { claimFolder } from "../start/claim-folder.ts";
import { readDatabaseUrl, refusing } from "../start/open-server-database.ts";
import { type StartError, startRefused } from "../start/start-error.ts";

/** Checks one database and reports each difference. */
type Look = (
  mend: boolean,
  report: (difference: DerivedDifference) => void,
) => ReturnType<typeof checkDerived>;

/**
 * Compares data derived from the memos' content with deriving it again. Prints a line for each difference,
 * then the counts. Without `mend` it only reads, and a server may be running. Returns the counts of the last
 * check.
 */
export async function check(
  { data, database, mend }: CheckCommand,
  print: (line: string) => void,
): Promise<Result<DerivedTally, StartError>> {
  if (database !== null) {
    const url = await readDatabaseUrl(database);
    if (!url.ok) return url;
    const { checkPostgresDerived } = await import("@tidemark/db-postgres");
    const look: Look = (isMending, report) =>
      checkPostgresDerived({ url: url.value, mend: isMending, report });
    const looked = await refusing(() => lookTwice(look, { mend, print }));
    return looked.ok ? looked.value : looked;
  }
  const file = join(data, "tidemark.db");
  if (!existsSync(file)) return startRefused(`${data} holds no tidemark.db`);
  const look: Look = (isMending, report) => checkDerived({ file, mend: isMending, report });
  if (!mend) return lookTwice(look, { mend, print });
  const folder = await claimFolder(data);
  if (!folder.ok) return folder;
  await using _held = folder.value;
  return lookTwice(look, { mend, print });
}

interface Words {
  readonly mend: boolean;
  readonly print: (line: string) => void;
}

/** Checks again if it corrected something. */
async function lookTwice(
  look: Look,
  { mend, print }: Words,
): Promise<Result<DerivedTally, StartError>> {
  const found = await lookOnce(look, { mend, print });
  if (!mend || !found.ok || found.value.failed === 0) return found;
  print("mended, looking again");
  return lookOnce(look, { mend: false, print });
}

async function lookOnce(
  look: Look,
  { mend, print }: Words,
): Promise<Result<DerivedTally, StartError>> {
  const tally = await look(mend, ({ of, what, stored, expected }) =>
    print(`${of}  ${what}  stored ${short(stored)}  expected ${short(expected)}`),
  );
  if (!tally.ok) return startRefused(tally.error.message);
  const { passed, failed } = tally.value;
  print(`${passed} passed, ${failed} failed`);
  return ok(tally.value);
}

function short(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

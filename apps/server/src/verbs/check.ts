import { existsSync } from "node:fs";
import { join } from "node:path";
import { ok, type Result } from "@tidemark/core";
import { checkDerived, type DerivedTally } from "@tidemark/db/node";
import type { CheckCommand } from "../cli/place-commands.ts";
import { claimFolder } from "../start/claim-folder.ts";
import { type StartError, startRefused } from "../start/start-error.ts";

/**
 * Holds what is derived from the memos' contents against deriving it anew, and prints a line for each
 * difference, then the tally. Without `mend` it only reads, and a server may be running. Gives what is wrong
 * in the end.
 */
export async function check(
  { data, database, mend }: CheckCommand,
  print: (line: string) => void,
): Promise<Result<DerivedTally, StartError>> {
  if (database !== null) return startRefused("check is not there for PostgreSQL yet");
  const file = join(data, "tidemark.db");
  if (!existsSync(file)) return startRefused(`${data} holds no tidemark.db`);
  if (!mend) return look(file, { mend, print });

  const folder = await claimFolder(data);
  if (!folder.ok) return folder;
  await using _held = folder.value;
  const found = await look(file, { mend, print });
  if (!found.ok || found.value.failed === 0) return found;
  print("mended, looking again");
  return look(file, { mend: false, print });
}

async function look(
  file: string,
  { mend, print }: { readonly mend: boolean; readonly print: (line: string) => void },
): Promise<Result<DerivedTally, StartError>> {
  const tally = await checkDerived({
    file,
    mend,
    report: ({ of, what, stored, expected }) =>
      print(`${of}  ${what}  stored ${short(stored)}  expected ${short(expected)}`),
  });
  if (!tally.ok) return startRefused(tally.error.message);
  const { passed, failed } = tally.value;
  print(`${passed} passed, ${failed} failed`);
  return ok(tally.value);
}

function short(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

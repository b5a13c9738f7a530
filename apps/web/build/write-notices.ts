import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import {
  noticesOf,
  problemsOf,
  thirdPartiesOf,
} from "../../../scripts/packaging/notices/notices.ts";

const root = resolve(import.meta.dirname, "../../..");

/** Writes the licences of the page and of the packages in it into a built folder. Throws if one isn't permitted. */
export async function writeNotices(folder: string, packages: Iterable<string>): Promise<void> {
  const parties = thirdPartiesOf(root, packages);
  const problems = problemsOf(parties);
  if (problems.length > 0) throw new Error(`Not to be served:\n${problems.join("\n")}`);
  const licence = await readFile(join(root, "LICENSE"), "utf8");
  const head = `Tidemark, whose licence follows, is built on the work of others, whose licences and notices come after\nit.\n\n${licence.trim()}`;
  await writeFile(join(folder, "THIRD-PARTY-NOTICES.txt"), noticesOf(parties, head));
}

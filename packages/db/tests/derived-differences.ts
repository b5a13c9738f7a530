import { checkDerived } from "../src/derived/check-derived.ts";

/** What the check finds in a file, each as whose it is and what; with `repairs` it is as it should be afterwards. */
export async function derivedDifferences(file: string, repairs = false): Promise<string[]> {
  const found: string[] = [];
  const report = ({ of, what }: { of: string; what: string }): void =>
    void found.push(`${of} ${what}`);
  const tally = await checkDerived({ file, mend: repairs, report });
  if (!tally.ok) throw new Error(tally.error.message);
  return found;
}

import { checkDerived } from "../src/derived/check-derived.ts";

/**
 * Returns the differences that the check finds in a file, as owner and kind; with `repairs` it fixes them
 * too.
 */
export async function derivedDifferences(file: string, repairs = false): Promise<string[]> {
  const found: string[] = [];
  const report = ({ of, what }: { of: string; what: string }): void =>
    void found.push(`${of} ${what}`);
  const tally = await checkDerived({ file, mend: repairs, report });
  if (!tally.ok) throw new Error(tally.error.message);
  return found;
}

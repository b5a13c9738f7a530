import { isOlderId } from "./names.ts";

/**
 * Ids in place of the older form's integer ids among `references`, in the order given; all numbers are
 * looked up together by `idsByNumber`. What is an id already stays, and so does a number that nothing
 * has: no id is all digits, so it names nothing.
 */
export async function resolveOlderIds(
  references: readonly string[],
  idsByNumber: (numbers: readonly number[]) => Promise<ReadonlyMap<number, string>>,
): Promise<string[]> {
  const numbers = references.filter(isOlderId).map(Number).filter(Number.isSafeInteger);
  if (numbers.length === 0) return [...references];
  const ids = await idsByNumber([...new Set(numbers)]);
  return references.map((reference) =>
    isOlderId(reference) ? (ids.get(Number(reference)) ?? reference) : reference,
  );
}

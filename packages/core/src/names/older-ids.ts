import { isOlderId } from "./names.ts";

/**
 * Replaces the older form's integer ids in `references`, keeping their order. `idsByNumber` looks up all
 * numbers at once. Leaves current ids and unknown numbers unchanged; no id is all digits, so such a number
 * matches nothing.
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

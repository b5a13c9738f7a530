import { visibilities, type Visibility } from "@tidemark/core/model";

/** Returns the number stored for a visibility: PRIVATE 0, SPACE 1, PROTECTED 2, PUBLIC 3. */
export function visibilityToColumn(visibility: Visibility): number {
  return visibilities.indexOf(visibility);
}

/** Throws for a number that this version never writes. */
export function columnToVisibility(column: number): Visibility {
  const visibility = visibilities[column];
  if (visibility === undefined) throw new Error(`unknown visibility ${column}`);
  return visibility;
}

/** Returns the stored numbers of names; skips names that aren't visibilities. */
export function visibilityNumbers(names: readonly string[]): number[] {
  return visibilities.flatMap((each, number) => (names.includes(each) ? [number] : []));
}

type Alias = "m" | "t";

/**
 * Conditions on the column `visibility` of `memo` or `memo_tag`. They repeat the partial indexes word for
 * word: SQLite uses those only then.
 */
export function isInSpaceSql(alias: Alias): string {
  return `${alias}.visibility = ${visibilityToColumn("SPACE")}`;
}

/** Returns the condition for PROTECTED or PUBLIC. Without an alias, for a query over one table. */
export function isSharedSql(alias?: Alias): string {
  return `${alias === undefined ? "" : `${alias}.`}visibility >= ${visibilityToColumn("PROTECTED")}`;
}

export function isPublicSql(alias: Alias): string {
  return `${alias}.visibility = ${visibilityToColumn("PUBLIC")}`;
}

import type { UserReference } from "@tidemark/core/names";
import type { Stamp, Scope } from "@tidemark/core/model";

/** Type of one column of a row. */
interface Column<Value> {
  readonly holds: string;
  fits(value: unknown): value is Value;
}

/** Checks column by column that a row is what its query should return. */
export interface RowShape<Row> {
  /** Describes the first column with a wrong value; null if there is none. */
  findWrong(row: object): string | null;
  isRow(row: unknown): row is Row;
}

export const number: Column<number> = {
  holds: "a number",
  fits: (value) => typeof value === "number",
};

export const text: Column<string> = {
  holds: "text",
  fits: (value) => typeof value === "string",
};

export const userReference: Column<UserReference> = {
  holds: text.holds,
  fits: (value): value is UserReference => text.fits(value),
};

export const stamp: Column<Stamp> = {
  holds: text.holds,
  fits: (value): value is Stamp => text.fits(value),
};

export const scope: Column<Scope> = {
  holds: text.holds,
  fits: (value): value is Scope => text.fits(value),
};

export const bytes: Column<Uint8Array> = {
  holds: "bytes",
  fits: (value) => value instanceof Uint8Array,
};

export const flag: Column<0 | 1> = {
  holds: "0 or 1",
  fits: (value) => value === 0 || value === 1,
};

export function orNull<Value>(column: Column<Value>): Column<Value | null> {
  return {
    holds: `${column.holds} or nothing`,
    fits: (value) => value === null || column.fits(value),
  };
}

/** Returns the shape of rows with at least these columns. */
export function rowOf<Row extends object>(columns: {
  readonly [Name in keyof Row]-?: Column<Row[Name]>;
}): RowShape<Row> {
  const entries = Object.entries<Column<unknown>>(columns);
  const isWrong = (row: object, [name, column]: (typeof entries)[number]): boolean =>
    !column.fits(Reflect.get(row, name));
  return {
    findWrong(row) {
      const wrong = entries.find((entry) => isWrong(row, entry));
      return wrong === undefined ? null : `${wrong[0]} is not ${wrong[1].holds}`;
    },
    isRow: (row): row is Row =>
      typeof row === "object" && row !== null && !entries.some((entry) => isWrong(row, entry)),
  };
}

/** For queries where only the existence of a row matters. */
export const anyRow: RowShape<object> = rowOf({});

import { types } from "pg";

/** Type ids of PostgreSQL's `bigint` and `numeric`. */
const bigintType = 20;
const numericType = 1700;

/**
 * Parsers that read integers and their sums as numbers. All values here are exact as a number: times in
 * milliseconds, sizes in bytes, and counts.
 */
export const valueTypes = {
  getTypeParser: (type: number, format?: "text" | "binary") =>
    type === bigintType || type === numericType ? Number : types.getTypeParser(type, format),
};

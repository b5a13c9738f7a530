import { types } from "pg";

/** Numbers of PostgreSQL's types: `bigint` and `numeric`. */
const bigintType = 20;
const numericType = 1700;

/**
 * How a client reads values: whole numbers, and sums of them, as numbers. None here is beyond what a
 * number holds exactly: they are times in milliseconds, sizes in bytes, and counts.
 */
export const valueTypes = {
  getTypeParser: (type: number, format?: "text" | "binary") =>
    type === bigintType || type === numericType ? Number : types.getTypeParser(type, format),
};

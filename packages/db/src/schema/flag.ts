/** 0 or 1: SQLite has no booleans and the driver rejects them. */
export type Flag = 0 | 1;

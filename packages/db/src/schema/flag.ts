/** 0 or 1: the database has no booleans and the driver refuses them. */
export type Flag = 0 | 1;

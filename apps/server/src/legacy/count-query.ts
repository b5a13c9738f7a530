import { z } from "zod";

/** Rows of an older-form page, unless a token says how many the page before had. */
export const olderPageSize = 20;

/** A whole number of an older-form query, from 1. */
export function countQuery(most: number) {
  const message = `must be a whole number, 1 to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((count) => count >= 1 && count <= most, message);
}

import { z } from "zod";

/** Default page size of the older form; a page token carries the size of the previous page. */
export const olderPageSize = 20;

/** Returns a schema for a whole number from 1 to `most` in an older-form query. */
export function countQuery(most: number) {
  const message = `must be a whole number, 1 to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((count) => count >= 1 && count <= most, message);
}

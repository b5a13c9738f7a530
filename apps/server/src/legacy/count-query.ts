import { z } from "zod";

/** A whole number of an older-form query, from 1. */
export function countQuery(most: number, unset: number) {
  const message = `must be a whole number, 1 to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((count) => count >= 1 && count <= most, message)
    .default(unset);
}

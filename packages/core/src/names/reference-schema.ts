import { z } from "zod";
import type { UserReference } from "./names.ts";

/** Types strings from outside as references to users. Checks no more than `schema` does. */
export function userReferenceSchema(
  schema: z.ZodType<string, string> = z.string(),
): z.ZodType<UserReference, UserReference> {
  return schema as z.ZodType<UserReference, UserReference>;
}

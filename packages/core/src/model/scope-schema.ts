import { z } from "zod";
import type { Scope } from "./scope.ts";

/** Types external strings as scopes. Checks no more than `schema` does. */
export function scopeSchema(
  schema: z.ZodType<string, string> = z.string(),
): z.ZodType<Scope, Scope> {
  return schema as z.ZodType<Scope, Scope>;
}

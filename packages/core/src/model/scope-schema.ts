import { z } from "zod";
import type { Scope } from "./scope.ts";

/** Types strings from outside as scopes. It checks no more than `schema` does. */
export function scopeSchema(
  schema: z.ZodType<string, string> = z.string(),
): z.ZodType<Scope, Scope> {
  return schema as z.ZodType<Scope, Scope>;
}

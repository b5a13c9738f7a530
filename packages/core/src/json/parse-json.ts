import type { z } from "zod";

/** Reads JSON that has to be what the schema says. Throws where it is no JSON, or something else. */
export function parseJson<T>(schema: z.ZodType<T>, text: string): T {
  return schema.parse(JSON.parse(text));
}

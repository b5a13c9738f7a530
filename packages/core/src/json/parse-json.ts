import { z } from "zod";

const anyJson = z.json();

/** Parses and validates JSON. Throws if it is invalid. */
export function parseJson<T>(schema: z.ZodType<T>, text: string): T {
  return schema.parse(JSON.parse(text));
}

/** Parses JSON of any shape. */
export function parseAnyJson(text: string): z.infer<typeof anyJson> {
  return parseJson(anyJson, text);
}

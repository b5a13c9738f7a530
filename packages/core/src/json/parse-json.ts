import { z } from "zod";

const anyJson = z.json();

/** Reads JSON that has to be what the schema says. Throws where it is no JSON, or something else. */
export function parseJson<T>(schema: z.ZodType<T>, text: string): T {
  return schema.parse(JSON.parse(text));
}

/** Reads JSON of which nothing is known but that it is some. */
export function parseAnyJson(text: string): z.infer<typeof anyJson> {
  return parseJson(anyJson, text);
}

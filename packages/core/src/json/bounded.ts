import { z } from "zod";

interface BoundedDef<T extends z.core.$ZodType> extends z.core.$ZodArrayDef<T> {
  readonly most: number;
}

/**
 * Array schema that checks the length first and stops at the first invalid element. Zod validates every
 * element, and creates an issue for each invalid one, before it checks `max`: a few megabytes of invalid
 * elements take seconds.
 */
const BoundedArray = z.core.$constructor<z.ZodArray, BoundedDef<z.core.$ZodType>>(
  "BoundedArray",
  (schema, def) => {
    z.ZodArray.init(schema, def);
    const parseOther = schema._zod.parse;
    const isBoundNamed = def.checks?.some((check) => check._zod.def.check === "max_length");
    schema._zod.parse = (payload, context) => {
      const { value: input, issues } = payload;
      if (!Array.isArray(input)) return parseOther(payload, context);
      if (input.length > def.most) {
        // The schema's own `max` reports it, in any case.
        if (isBoundNamed) return payload;
        const tooLong = { origin: "array", maximum: def.most, inclusive: true } as const;
        issues.push({ code: "too_big", ...tooLong, input, inst: schema });
        return payload;
      }
      const output: unknown[] = [];
      for (const [index, value] of input.entries()) {
        const judged = def.element._zod.run({ value, issues: [] }, context);
        if (judged instanceof Promise) throw new Error("an element cannot be judged at once");
        if (judged.issues.length > 0) {
          issues.push(...z.core.util.prefixIssues(index, judged.issues));
          return payload;
        }
        output.push(judged.value);
      }
      payload.value = output;
      return payload;
    };
  },
);

/**
 * Returns the schema of an array of at most `max` elements, for client input. JSON Schemas made from it don't
 * include the bound; add `.max` if they should.
 */
export function boundedArray<T extends z.ZodType>(element: T, max: number): z.ZodArray<T> {
  // The class is typed for arrays of any element.
  return new BoundedArray({ type: "array", element, most: max }) as z.ZodArray as z.ZodArray<T>;
}

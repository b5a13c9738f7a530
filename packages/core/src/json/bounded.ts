import { z } from "zod";

interface BoundedDef<T extends z.core.$ZodType> extends z.core.$ZodArrayDef<T> {
  readonly most: number;
}

/**
 * Zod judges every element of an array, and makes an issue for each that is wrong, before it looks at `max`:
 * a few megabytes of wrong elements take seconds. This one looks at the length first, and ends with the first
 * element that is wrong.
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
        // Said by a `max` of the schema's own, which is judged whatever else is wrong.
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
 * An array of at most `max` elements, for what clients send. A description of the schema does not name the
 * bound; add `.max` where it should.
 */
export function boundedArray<T extends z.ZodType>(element: T, max: number): z.ZodArray<T> {
  // The class is that of arrays of anything.
  return new BoundedArray({ type: "array", element, most: max }) as z.ZodArray as z.ZodArray<T>;
}

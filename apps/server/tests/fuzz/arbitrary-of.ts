import fc, { type Arbitrary } from "fast-check";
import type { z } from "zod";

/** Supported definitions of zod schemas. */
type Def =
  | { readonly type: "string" | "number" | "int" | "boolean" | "null" | "unknown" | "any" }
  | { readonly type: "literal"; readonly values: readonly unknown[] }
  | { readonly type: "enum"; readonly entries: Readonly<Record<string, string>> }
  | { readonly type: "object"; readonly shape: Readonly<Record<string, z.ZodType>> }
  | { readonly type: "array"; readonly element: z.ZodType }
  | { readonly type: "record"; readonly keyType: z.ZodType; readonly valueType: z.ZodType }
  | { readonly type: "union"; readonly options: readonly z.ZodType[] }
  | { readonly type: "pipe"; readonly in: z.ZodType }
  | {
      readonly type: "optional" | "nullable" | "default" | "prefault" | "catch" | "readonly";
      readonly innerType: z.ZodType;
    };

/**
 * Returns an arbitrary of values that a request's schema accepts, ignoring refinements. Strings are drawn
 * from `texts`; optional keys are sometimes absent. Throws for an unknown kind of schema, so that no part
 * of a request is silently skipped.
 */
export function arbitraryOf(schema: z.ZodType, texts: Arbitrary<string>): Arbitrary<unknown> {
  const def = schema._zod.def as unknown as Def;
  switch (def.type) {
    case "string":
      return texts;
    case "number":
    case "int":
      return fc.oneof(fc.integer({ min: -2, max: 100 }), fc.integer(), fc.double());
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "unknown":
    case "any":
      return fc.jsonValue({ maxDepth: 2 });
    case "literal":
      return fc.constantFrom(...def.values);
    case "enum":
      return fc.constantFrom(...Object.values(def.entries));
    case "array":
      return fc.array(arbitraryOf(def.element, texts), { maxLength: 4 });
    case "record":
      return fc.dictionary(texts, arbitraryOf(def.valueType, texts), { maxKeys: 4 });
    case "union":
      return fc.oneof(...def.options.map((option) => arbitraryOf(option, texts)));
    case "pipe":
      return arbitraryOf(def.in, texts);
    case "nullable":
      return fc.oneof(
        { arbitrary: arbitraryOf(def.innerType, texts), weight: 9 },
        { arbitrary: fc.constant(null), weight: 1 },
      );
    case "optional":
    case "default":
    case "prefault":
    case "catch":
    case "readonly":
      return arbitraryOf(def.innerType, texts);
    case "object": {
      const properties = Object.entries(def.shape);
      return fc.record(
        Object.fromEntries(properties.map(([key, each]) => [key, arbitraryOf(each, texts)])),
        { requiredKeys: properties.filter(([, each]) => !mayBeAbsent(each)).map(([key]) => key) },
      );
    }
  }
  throw new Error(`no values are known for a schema of type ${JSON.stringify(def)}`);
}

function mayBeAbsent(schema: z.ZodType): boolean {
  return schema._zod.optin === "optional";
}

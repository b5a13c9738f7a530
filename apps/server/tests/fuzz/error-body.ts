import { z } from "zod";

/** Schema of error bodies in both forms. */
export const errorBody = z.union([
  z.strictObject({
    code: z.int().min(1).max(16),
    message: z.string().min(1),
    details: z.array(z.looseObject({ "@type": z.string() })),
  }),
  z.strictObject({
    error: z.strictObject({
      code: z.string().regex(/^[A-Z_]+$/),
      message: z.string().min(1),
      details: z.array(z.strictObject({ field: z.string(), issue: z.string() })),
    }),
  }),
]);

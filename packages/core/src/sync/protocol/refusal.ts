import { z } from "zod";
import { opCodes } from "../../merge/op-code.ts";

/** Data stored for the author of a refused operation: the reason, and the text as they last saw it. */
export const refusalSchema = z.object({
  code: z.enum(opCodes).exclude(["applied"]),
  content: z.string().nullable(),
});
export type Refusal = Readonly<z.infer<typeof refusalSchema>>;

import { z } from "zod";
import { opCodes } from "../../merge/op-code.ts";

/** What a refused operation leaves for its author: the reason, and the text as they last saw it. */
export const refusalSchema = z.object({
  code: z.enum(opCodes).exclude(["applied"]),
  content: z.string().nullable(),
});
export type Refusal = Readonly<z.infer<typeof refusalSchema>>;

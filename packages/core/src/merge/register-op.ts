import { z } from "zod";
import { stampSchema } from "./memo-op.ts";

/**
 * True if a device only reasserts for a new epoch what it received from the server: the stamp isn't from its
 * own clock. Older peers don't send it.
 */
const stated = z.literal(true).optional();

/**
 * Operations on registers. The code that applies an operation checks its value. Values of newer versions may
 * have unknown fields, which are stored and sent unchanged (R9).
 */
export const registerOpSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("setting.set"),
    /** `general.<field>` or `tag.<name of the tag>`. */
    entity: z.string().min(1).max(300),
    stamp: stampSchema,
    stated,
    /** null: as if it had never been set. */
    value: z.json(),
  }),
  z.object({
    kind: z.literal("view.put"),
    entity: z.string().min(1).max(64),
    stamp: stampSchema,
    stated,
    value: z.json(),
  }),
  z.object({
    kind: z.literal("view.remove"),
    entity: z.string().min(1).max(64),
    stamp: stampSchema,
    stated,
  }),
]);
export type RegisterOp = z.infer<typeof registerOpSchema>;
export type RegisterValue = Extract<RegisterOp, { kind: "setting.set" }>["value"];

/** Register as the server sends it. */
export const wireRegisterSchema = z.object({
  id: z.string(),
  value: z.json(),
  stamp: stampSchema,
  seq: z.int().min(0),
});

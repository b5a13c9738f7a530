import { z } from "zod";
import { stampSchema } from "./memo-op.ts";

/**
 * True when a device only asserts what it has from the server, for a new epoch: the stamp is not its
 * own clock's. Absent from older peers.
 */
const stated = z.literal(true).optional();

/**
 * Operations on what users keep for themselves. What a value may be is for whoever applies it to
 * judge: of a newer version it may hold more than is known here, and travels on whole (R9).
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

/** A register as it travels from the server. */
export const wireRegisterSchema = z.object({
  id: z.string(),
  value: z.json(),
  stamp: stampSchema,
  seq: z.int().min(0),
});

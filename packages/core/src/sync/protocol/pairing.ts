import { z } from "zod";
import { userReferenceSchema } from "../../names/reference-schema.ts";

/** Code for another device; it is in this answer only. */
export const madePairingSchema = z.object({
  id: z.string(),
  code: z.string(),
  /** Remaining validity in ms. A duration, because the clocks of two machines may differ. */
  lastsMs: z.number(),
  /** Public address of the server; `null` if none is configured. */
  publicUrl: z.string().nullable(),
});

/** State of a code; `gone` if it is no longer valid. */
export const pairingStateSchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("waiting") }),
  z.object({ state: z.literal("gone") }),
  /** Name of the device that used the code. */
  z.object({ state: z.literal("used"), device: z.string() }),
]);

/** Session opened with a code, as after signing in. */
export const redeemedPairingSchema = z.object({ token: z.string(), user: userReferenceSchema() });

export type WirePairing = z.infer<typeof madePairingSchema>;
export type WirePairingState = z.infer<typeof pairingStateSchema>;
export type RedeemedPairing = z.infer<typeof redeemedPairingSchema>;

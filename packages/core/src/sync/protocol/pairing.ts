import { z } from "zod";
import { userReferenceSchema } from "../../names/reference-schema.ts";

/** A code that was made for another device; it is in this answer alone. */
export const madePairingSchema = z.object({
  id: z.string(),
  code: z.string(),
  /** For how long it is good from now on: the clocks of two machines need not agree. */
  lastsMs: z.number(),
  /** The address that the server is known by; null where it was not told one. */
  publicUrl: z.string().nullable(),
});

/** What became of a code; `gone`: it is good for nothing any more. */
export const pairingStateSchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("waiting") }),
  z.object({ state: z.literal("gone") }),
  /** What the device that came is called. */
  z.object({ state: z.literal("used"), device: z.string() }),
]);

/** The session that a code opened, as after signing in. */
export const redeemedPairingSchema = z.object({ token: z.string(), user: userReferenceSchema() });

export type WirePairing = z.infer<typeof madePairingSchema>;
export type WirePairingState = z.infer<typeof pairingStateSchema>;
export type RedeemedPairing = z.infer<typeof redeemedPairingSchema>;

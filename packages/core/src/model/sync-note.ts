import { z } from "zod";

const none = z.object({});

/**
 * Something that a device's sync did or met, as a code and what its sentence needs: what it says in
 * words is the business of `packages/ui`. Holds no content of memos (ADR 0051).
 */
export const syncNoteSchema = z.discriminatedUnion("code", [
  /** A round went well; the numbers count changes. */
  z.object({
    code: z.literal("exchanged"),
    params: z.object({ sent: z.int(), received: z.int() }),
  }),
  /** After rounds that failed. */
  z.object({ code: z.literal("answers-again"), params: none }),
  /** Edits of one memo were made here and elsewhere. */
  z.object({ code: z.literal("merged"), params: none }),
  /** Two devices changed who can see a memo, and the more private choice was kept. */
  z.object({ code: z.literal("visibility-clash"), params: none }),
  /** `host`: with the port, where it is not the usual one. */
  z.object({ code: z.literal("unreachable"), params: z.object({ host: z.string() }) }),
  /** The user is to sign in again. */
  z.object({ code: z.literal("session-ended"), params: none }),
  /** The user ended this device's session from elsewhere, and its data stays. */
  z.object({ code: z.literal("revoked"), params: none }),
  /** The same, and its data was removed, as was chosen here. */
  z.object({ code: z.literal("wiped"), params: none }),
  /** It has too much to do, and is asked again later. */
  z.object({ code: z.literal("server-busy"), params: none }),
  /** `message`: what the server said. */
  z.object({ code: z.literal("server-error"), params: z.object({ message: z.string() }) }),
  /** The device's own database does not serve. `message`: what it said. */
  z.object({ code: z.literal("storage"), params: z.object({ message: z.string() }) }),
  /** The two cannot talk until one of them is updated. */
  z.object({ code: z.literal("server-too-old"), params: none }),
  z.object({ code: z.literal("app-too-old"), params: none }),
  /** What was removed is still in the files; it is tried again. */
  z.object({ code: z.literal("not-erased"), params: none }),
  /** A sentence of a version that kept sentences, as it was. */
  z.object({ code: z.literal("text"), params: z.object({ text: z.string() }) }),
]);

export type SyncNote = z.infer<typeof syncNoteSchema>;

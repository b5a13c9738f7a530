import { z } from "zod";

const none = z.object({});

/**
 * Entry of a device's sync log: a code and its parameters. `packages/ui` has the wording. Contains no memo
 * content (ADR 0051).
 */
export const syncNoteSchema = z.discriminatedUnion("code", [
  /** A round succeeded; the numbers count changes. */
  z.object({
    code: z.literal("exchanged"),
    params: z.object({ sent: z.int(), received: z.int() }),
  }),
  /** The server responds again after failed rounds. */
  z.object({ code: z.literal("answers-again"), params: none }),
  /** Edits of one memo from this and another device were merged. */
  z.object({ code: z.literal("merged"), params: none }),
  /** Two devices changed a memo's visibility, and the more private choice won. */
  z.object({ code: z.literal("visibility-clash"), params: none }),
  /** `host`: includes the port unless it is the default. */
  z.object({ code: z.literal("unreachable"), params: z.object({ host: z.string() }) }),
  /** The user must sign in again. */
  z.object({ code: z.literal("session-ended"), params: none }),
  /** The user ended this device's session on another device; its data stays. */
  z.object({ code: z.literal("revoked"), params: none }),
  /** The user ended this device's session on another device, and its data was deleted as configured here. */
  z.object({ code: z.literal("wiped"), params: none }),
  /** The browser is signed in as `there`, but has the memos of `here`; usernames. */
  z.object({
    code: z.literal("other-account"),
    params: z.object({ here: z.string(), there: z.string() }),
  }),
  /** The server is overloaded; the device retries later. */
  z.object({ code: z.literal("server-busy"), params: none }),
  /** `message`: the server's error message. */
  z.object({ code: z.literal("server-error"), params: z.object({ message: z.string() }) }),
  /** The device's database failed. `message`: its error message. */
  z.object({ code: z.literal("storage"), params: z.object({ message: z.string() }) }),
  /** Server and app are incompatible until one of them is updated. */
  z.object({ code: z.literal("server-too-old"), params: none }),
  z.object({ code: z.literal("app-too-old"), params: none }),
  /** Bytes of deleted data are still in the files; the device retries. */
  z.object({ code: z.literal("not-erased"), params: none }),
  /** Sentence logged by a version that stored sentences. */
  z.object({ code: z.literal("text"), params: z.object({ text: z.string() }) }),
]);

export type SyncNote = z.infer<typeof syncNoteSchema>;

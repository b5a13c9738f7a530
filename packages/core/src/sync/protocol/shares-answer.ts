import { z } from "zod";

/** A link that shares a memo, as its creator's devices hear of it. Times in epoch milliseconds. */
export const wireShareSchema = z.object({
  token: z.string(),
  createdMs: z.number(),
  /** null: it does not end by itself. */
  expiresMs: z.number().nullable(),
});

/** The links of a memo, oldest first. */
export const sharesAnswerSchema = z.object({
  shares: z.array(wireShareSchema),
  /** The address that the server is known by; null where it was not told one. */
  publicUrl: z.string().nullable(),
});

export type WireShare = z.infer<typeof wireShareSchema>;
export type SharesAnswer = z.infer<typeof sharesAnswerSchema>;

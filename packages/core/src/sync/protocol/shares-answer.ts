import { z } from "zod";

/** Link that shares a memo, as sent to its creator's devices. Times in epoch milliseconds. */
export const wireShareSchema = z.object({
  token: z.string(),
  createdMs: z.number(),
  /** `null` if it doesn't expire. */
  expiresMs: z.number().nullable(),
});

/** The links of a memo, oldest first. */
export const sharesAnswerSchema = z.object({
  shares: z.array(wireShareSchema),
  /** Public address of the server; `null` if none is configured. */
  publicUrl: z.string().nullable(),
});

export type WireShare = z.infer<typeof wireShareSchema>;
export type SharesAnswer = z.infer<typeof sharesAnswerSchema>;

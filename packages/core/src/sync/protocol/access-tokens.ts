import { z } from "zod";
import { tokenScopes } from "../../model/account.ts";

/** Request for a new token; the service validates its name and expiry. */
export const wantedAccessTokenSchema = z.object({
  name: z.string().max(1000),
  /** `null` for everything that the user may do. */
  scope: z.enum(tokenScopes).nullable(),
  /** Epoch ms; `null` if it doesn't expire. */
  expiresMs: z.int().min(-8.64e15).max(8.64e15).nullable(),
});

/** Access token of the API, as sent to its user's devices. Times in epoch milliseconds. */
export const wireAccessTokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** `null` if it allows everything that its user may do. */
  scope: z.enum(tokenScopes).nullable(),
  createdMs: z.number(),
  /** `null` if it doesn't expire. */
  expiresMs: z.number().nullable(),
  /** `null` if it was never used. */
  lastUsedMs: z.number().nullable(),
});

/** The user's access tokens, newest first, up to the maximum for one answer. */
export const accessTokensAnswerSchema = z.object({ tokens: z.array(wireAccessTokenSchema) });

/** Created token; its value is in this answer only. */
export const madeAccessTokenSchema = z.object({ token: wireAccessTokenSchema, value: z.string() });

export type WireAccessToken = z.infer<typeof wireAccessTokenSchema>;
export type AccessTokensAnswer = z.infer<typeof accessTokensAnswerSchema>;
export type MadeAccessToken = z.infer<typeof madeAccessTokenSchema>;
export type WantedAccessToken = z.infer<typeof wantedAccessTokenSchema>;

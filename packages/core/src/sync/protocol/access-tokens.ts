import { z } from "zod";
import { tokenScopes } from "../../model/account.ts";

/** What is asked for with a new token; what its name and its end may be is the service's rule. */
export const wantedAccessTokenSchema = z.object({
  name: z.string().max(1000),
  /** null: all that the user may. */
  scope: z.enum(tokenScopes).nullable(),
  /** Epoch ms; null: it does not end by itself. */
  expiresMs: z.int().min(-8.64e15).max(8.64e15).nullable(),
});

/** An access token of the API, as its user's devices hear of it. Times in epoch milliseconds. */
export const wireAccessTokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** null: it may do what its user may. */
  scope: z.enum(tokenScopes).nullable(),
  createdMs: z.number(),
  /** null: it does not end by itself. */
  expiresMs: z.number().nullable(),
  /** null: nobody has used it yet. */
  lastUsedMs: z.number().nullable(),
});

/** The user's access tokens, newest first, as many as are told at once. */
export const accessTokensAnswerSchema = z.object({ tokens: z.array(wireAccessTokenSchema) });

/** A token that was made; its value is in this answer alone. */
export const madeAccessTokenSchema = z.object({ token: wireAccessTokenSchema, value: z.string() });

export type WireAccessToken = z.infer<typeof wireAccessTokenSchema>;
export type AccessTokensAnswer = z.infer<typeof accessTokensAnswerSchema>;
export type MadeAccessToken = z.infer<typeof madeAccessTokenSchema>;
export type WantedAccessToken = z.infer<typeof wantedAccessTokenSchema>;

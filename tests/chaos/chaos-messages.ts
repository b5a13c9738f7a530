import { z } from "zod";

/** A write that a device's host accepted. The memo's text contains the token from then on. */
export const acceptedSchema = z.object({ memo: z.string(), token: z.string() });

export type Accepted = z.infer<typeof acceptedSchema>;

export type ToDevice =
  | { readonly type: "connect"; readonly username: string; readonly password: string }
  | { readonly type: "write" }
  | { readonly type: "settle"; readonly timeoutMs: number }
  | { readonly type: "close" };

export type FromDevice =
  | { readonly type: "up" }
  /** Another device had a write, so many milliseconds after it was accepted. */
  | { readonly type: "seen"; readonly ms: number }
  | { readonly type: "done"; readonly to: ToDevice["type"] }
  | { readonly type: "failed"; readonly to: ToDevice["type"]; readonly message: string };

import type { WebhookDelivery } from "@tidemark/core";

export const signInMethods = ["password", "sign-up", "set-up", "pairing"] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** `limited`: refused without a check, because there were too many attempts. */
export type SignInResult = "ok" | "refused" | "limited" | "failed";

/** Counts what the services do, for metrics. */
export interface Meter {
  signedIn(method: SignInMethod, result: SignInResult): void;
  /** Called for each push of a device. `result` is the type of its answer, or `failed`. */
  pushed(result: string): void;
  /** Called for each operation of a push, with the code of its result. */
  pushedOperation(code: string): void;
  /** Called after each attempt to send a delivery; it is PENDING if there will be another attempt. */
  delivered(state: WebhookDelivery["state"]): void;
  /** Called when a write is requested. Returns a function to call when it has committed or failed. */
  writing(): () => void;
}

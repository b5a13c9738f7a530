import type { Caller, Credential } from "../model/caller.ts";
import type { UserRecord } from "../model/account.ts";

export interface Identity {
  readonly caller: Caller;
  readonly user: UserRecord;
  readonly credential: Credential;
  /** True if the session was just extended: the cookie must be sent again. */
  readonly isRenewed: boolean;
}

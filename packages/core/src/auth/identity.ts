import type { Caller, Credential } from "../model/caller.ts";
import type { UserRecord } from "../model/account.ts";

/** Who is behind a valid credential. */
export interface Identity {
  readonly caller: Caller;
  readonly user: UserRecord;
  readonly credential: Credential;
  /** True when the session's end has just been moved: a cookie must be sent again. */
  readonly isRenewed: boolean;
}

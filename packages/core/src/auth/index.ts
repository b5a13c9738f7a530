export type { AccessTokenService, NewAccessToken } from "./access-token.ts";
export type { AuthDeps, SignInPolicy } from "./auth-deps.ts";
export { createAuthService, type AuthService, type SignedIn } from "./auth-service.ts";
export { isAdministrator, mayWrite, type Credential, type Identity } from "./caller.ts";
export type { SessionService } from "./own-sessions.ts";
export type { PresentedCredential } from "./identify.ts";
export {
  createCredentialRevision,
  judgeAgain,
  StandingLostError,
  stillStands,
} from "./standing.ts";
export {
  sessionLifetimeMs,
  type Client,
  type OpenedSession,
  type SessionToken,
} from "./session.ts";

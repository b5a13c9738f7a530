export type { AccessTokenService, NewAccessToken } from "./access-token.ts";
export type { AuthDeps, SignInPolicy } from "./auth-deps.ts";
export { createAuthService, type AuthService } from "./auth-service.ts";
export type { Identity } from "./identity.ts";
export type { SessionService } from "./own-sessions.ts";
export type { PresentedCredential } from "./identify.ts";
export type { MadePairing, PairingService, PairingState } from "./pairing.ts";
export {
  sessionLifetimeMs,
  type Carrier,
  type Client,
  type OpenedSession,
  type SessionToken,
  type SignedIn,
} from "./session.ts";

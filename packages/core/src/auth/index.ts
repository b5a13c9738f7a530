export type { AccessTokenService, NewAccessToken } from "./access-token.ts";
export type { AuthDeps } from "./auth-deps.ts";
export { createAuthService, type AuthService, type Client, type SignedIn } from "./auth-service.ts";
export { isAdministrator, mayWrite, type Credential, type Identity } from "./caller.ts";
export type { PresentedCredential } from "./identify.ts";
export { sessionLifetimeMs, type OpenedSession, type SessionToken } from "./session.ts";

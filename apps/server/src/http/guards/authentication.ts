import {
  type AppError,
  appError,
  AppFailure,
  err,
  ok,
  type Result,
  type Signals,
} from "@tidemark/core";
import type { InstanceService } from "@tidemark/core/instance";
import { mayWrite } from "@tidemark/core/model";
import {
  type AuthService,
  type Carrier,
  type Identity,
  sessionLifetimeMs,
} from "@tidemark/core/auth";
import { copyCookie, sharedCookie } from "@tidemark/core/page";
import { sessionHeader } from "@tidemark/core/sync/protocol";
import { signedOutCaller, type Caller } from "@tidemark/core/model";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { clientAddress } from "./client-address.ts";
import { doneAfter } from "../routing/done-after.ts";
import { isPageNavigation } from "../routing/page-navigation.ts";
import { declarationOf, isOpenFamily, type RouteFamily } from "../routing/route-declaration.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Result of checking the request's credential; null if it has none. */
    identified: Result<Identity, AppError> | null;
    /** Source of the credential. */
    carrier: Carrier | null;
  }
}

export const sessionCookie = "tidemark_session";
/** Cookie of the app in a browser. The API reads it only in requests that name its session. */
export const browserCookie = "tidemark_browser";
const safeMethods = ["GET", "HEAD", "OPTIONS"];
/** Families whose routes serve the app in a browser. */
const browserFamilies: ReadonlySet<RouteFamily> = new Set(["sync", "blob", "file", "page"]);

/** Services used by the guards. */
interface GuardServices {
  readonly auth: AuthService;
  readonly instance: Pick<InstanceService, "current" | "settle">;
  readonly signals: Pick<Signals, "catchUp" | "hearsAtOnce">;
}

/**
 * Identifies the caller of a request before any other check, and refuses it before its body is read. The sync
 * protocol refuses requests itself, in its own format.
 */
export function installAuthentication(
  app: FastifyInstance,
  { auth, instance, signals }: GuardServices,
  { publicUrl }: { readonly publicUrl: string | null },
): void {
  app.decorateRequest("identified", null);
  app.decorateRequest("carrier", null);

  // Most requests have a cached credential and don't wait.
  app.addHook("onRequest", (request, reply, done) => {
    const identified = identify(request, reply);
    if (identified === null) done();
    else void doneAfter(identified, done);
  });

  app.addHook("preParsing", (request, _reply, _payload, done) => {
    admit(request);
    done();
  });

  app.addHook("preValidation", (request, _reply, done) => {
    const { identified } = request;
    if (identified?.ok !== true || auth.isCredentialCurrent(identified.value)) done();
    else void doneAfter(identifyAgain(request), done);
  });

  /** Sets `identified`. Returns null if that needs no waiting. */
  function identify(request: FastifyRequest, reply: FastifyReply): Promise<void> | null {
    const { family, access } = declarationOf(request);
    if (isOpenFamily(family)) return null;
    const isLooked = access !== "sign-in" && access !== "link";
    const presented = isLooked ? presentedCredential(request) : null;
    if (presented === null) return settle();
    const { carrier, value: secret } = presented;
    request.carrier = carrier;
    if (!secret.ok) return lookUp(request, reply, carrier, secret);
    const known = auth.recall({ carrier, value: secret.value, address: clientAddress(request) });
    if (known === null) return lookUp(request, reply, carrier, secret);
    request.identified = onlyNamed(request, ok(known));
    return instance.settle();
  }

  /**
   * Waits until the settings are current across processes: whether passwords are accepted, and who may read.
   */
  function settle(): Promise<void> | null {
    if (signals.hearsAtOnce) return instance.settle();
    return signals.catchUp().then(() => instance.settle() ?? undefined);
  }

  async function lookUp(
    request: FastifyRequest,
    reply: FastifyReply,
    carrier: Carrier,
    secret: Result<string, AppError>,
  ): Promise<void> {
    const address = clientAddress(request);
    request.identified = secret.ok
      ? onlyNamed(request, await auth.identify({ carrier, value: secret.value, address }))
      : secret;
    await instance.settle();
    const { identified } = request;
    if (!identified.ok && isVisitor(request)) request.identified = null;
    if (carrier === "bearer") return;
    if (identified.ok && identified.value.isRenewed && secret.ok) {
      if (carrier === "cookie") setSessionCookie(request, reply, secret.value, publicUrl);
      else renewBrowserCookies(request, reply, secret.value, publicUrl);
    }
    // The app's cookie stays: it may be that of a later sign-in, and its worker asks for the reason.
    if (!identified.ok && carrier === "cookie") clearSessionCookie(reply);
  }

  /** Checks the credential again: while the body arrived, it may have ended or lost permissions. */
  async function identifyAgain(request: FastifyRequest): Promise<void> {
    const presented = presentedCredential(request);
    if (presented?.value.ok !== true) return;
    const { carrier, value } = presented;
    const address = clientAddress(request);
    const identified = await auth.identify({ carrier, value: value.value, address });
    request.identified = onlyNamed(request, identified);
    if (!request.identified.ok) throw new AppFailure(request.identified.error);
    admit(request);
  }

  /** Throws if the caller may not call the route. */
  function admit(request: FastifyRequest): void {
    const { family, access, rpc } = declarationOf(request);
    if (isOpenFamily(family) || family === "sync") return;
    const { identified } = request;
    if (identified !== null && !identified.ok) throw new AppFailure(identified.error);
    const { publicAccess } = instance.current().GENERAL;
    const isOpen = access !== "caller" && (access !== "reader" || publicAccess);
    if (identified === null && !isOpen) {
      throw new AppFailure(signInFirst);
    }
    if (identified?.ok && family !== "mcp" && !mayWrite(identified.value.caller)) {
      if (!(rpc?.isRead ?? safeMethods.includes(request.method))) {
        throw new AppFailure(appError("PERMISSION_DENIED", "this access token is read-only"));
      }
    }
  }
}

/** True if an invalid credential is ignored, because a person sees the answer: pages, and the one for unknown paths. */
function isVisitor(request: FastifyRequest): boolean {
  if (request.is404) return isPageNavigation(request);
  return declarationOf(request).access === "visitor";
}

/**
 * Refuses a request that names another session than its cookie has. Signing in again in another tab replaces
 * the cookie under a running app, whose memos must not go to that account. Only pages and reads may omit the
 * name: they send nothing that belongs to an account.
 */
function onlyNamed(
  request: FastifyRequest,
  identified: Result<Identity, AppError>,
): Result<Identity, AppError> {
  if (!identified.ok || request.carrier !== "device-cookie") return identified;
  const named = request.headers[sessionHeader];
  const mayOmit = safeMethods.includes(request.method) || declarationOf(request).family === "page";
  if (named === undefined ? mayOmit : named === identified.value.credential.id) return identified;
  return err(otherSession);
}

const otherSession = appError("UNAUTHENTICATED", "this browser has another session now");

/** Error for requests without a credential. */
export const signInFirst = appError("UNAUTHENTICATED", "sign in, or send an access token");

/**
 * Returns the error to send. On routes with access `reader`, requests without a credential get
 * UNAUTHENTICATED instead of NOT_FOUND, whether the thing exists or not. On NOT_FOUND a client concludes that
 * the memo was deleted, and deletes its copy.
 */
export function asHeardBy(request: FastifyRequest, error: AppError): AppError {
  const isStranger = request.identified === null && !request.is404;
  const { access } = request.routeOptions.config;
  return isStranger && access === "reader" && error.code === "NOT_FOUND" ? signInFirst : error;
}

/** Returns the caller of a route that requires one. Throws if there is none. */
export function identityOf(request: FastifyRequest): Identity {
  if (request.identified?.ok !== true) throw new Error("a route without a caller asked for one");
  return request.identified.value;
}

/** Returns the caller of a route with access `reader`, or `signedOutCaller`. */
export function readerOf(request: FastifyRequest): Caller {
  return request.identified === null ? signedOutCaller : identityOf(request).caller;
}

/**
 * Returns the credential of a request; null if it has none. A bearer takes precedence over a cookie, and the
 * app's cookie over that of the memos API, without fallback. The API reads the app's cookie, and no other, if
 * the request names its session, as the app does and pages of other origins can't. Assistants need a bearer. An `Authorization` of
 * another scheme belongs to a proxy in front of the server, and is ignored.
 */
export function presentedCredential(
  request: FastifyRequest,
): { carrier: Carrier; value: Result<string, AppError> } | null {
  const header = request.headers.authorization;
  if (header !== undefined && /^Bearer(?: |$)/i.test(header)) {
    const token = /^Bearer +([^\s]+) *$/i.exec(header)?.[1];
    return {
      carrier: "bearer",
      value:
        token === undefined
          ? err(appError("UNAUTHENTICATED", "the Authorization header is not `Bearer <token>`"))
          : ok(token),
    };
  }
  const { [sessionCookie]: ofApi = "", [browserCookie]: ofBrowser = "" } = request.cookies;
  const { family } = declarationOf(request);
  // Assistants have tokens; a page of another site would have the browser's cookie.
  if (family === "mcp") return null;
  const isOfApp = family === "api" && request.headers[sessionHeader] !== undefined;
  if (ofBrowser !== "" && (isOfApp || browserFamilies.has(family))) {
    return { carrier: "device-cookie", value: ok(ofBrowser) };
  }
  if (isOfApp) return null;
  return ofApi === "" ? null : { carrier: "cookie", value: ok(ofApi) };
}

const cookieOptions = { path: "/", httpOnly: true, sameSite: "lax" } as const;
const maxAge = sessionLifetimeMs / 1000;

function isSecure({ protocol }: FastifyRequest, publicUrl: string | null): boolean {
  return protocol === "https" || publicUrl?.startsWith("https:") === true;
}

export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  secret: string,
  publicUrl: string | null,
): void {
  const secure = isSecure(request, publicUrl);
  reply.setCookie(sessionCookie, secret, { ...cookieOptions, secure, maxAge });
}

/** Sets the app's cookie. On a shared computer it ends with the browser, and the page can see that it does. */
export function setBrowserCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  secret: string,
  { publicUrl, isShared }: { readonly publicUrl: string | null; readonly isShared: boolean },
): void {
  const options = { ...cookieOptions, secure: isSecure(request, publicUrl) };
  reply.setCookie(browserCookie, secret, isShared ? options : { ...options, maxAge });
  if (isShared) reply.setCookie(sharedCookie, "yes", { ...options, httpOnly: false });
  else if (request.cookies[sharedCookie] !== undefined) clearCookie(reply, sharedCookie);
}

/** Sends the app's cookies again, for the same time from now. */
function renewBrowserCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  secret: string,
  publicUrl: string | null,
): void {
  const isShared = request.cookies[sharedCookie] !== undefined;
  setBrowserCookie(request, reply, secret, { publicUrl, isShared });
  const copy = request.cookies[copyCookie];
  if (copy === undefined) return;
  // Set by the page. Safari deletes a page's cookies after a week without a visit, and those of servers not.
  const secure = isSecure(request, publicUrl);
  reply.setCookie(copyCookie, "yes", { ...cookieOptions, httpOnly: false, secure, maxAge });
}

export function clearSessionCookie(reply: FastifyReply): void {
  clearCookie(reply, sessionCookie);
}

export function clearBrowserCookie(request: FastifyRequest, reply: FastifyReply): void {
  clearCookie(reply, browserCookie);
  if (request.cookies[sharedCookie] !== undefined) clearCookie(reply, sharedCookie);
}

/** Deletes the mark of a copy that the browser is about to delete. */
export function clearCopyCookie(request: FastifyRequest, reply: FastifyReply): void {
  if (request.cookies[copyCookie] !== undefined) clearCookie(reply, copyCookie);
}

function clearCookie(reply: FastifyReply, name: string): void {
  reply.clearCookie(name, cookieOptions);
}

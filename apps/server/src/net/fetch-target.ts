import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { err, ok, type Result } from "@tidemark/core";
import { isPublicAddress } from "./public-address.ts";

/** One address of a host. */
export interface HostAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Returns the addresses of a name in the order of connection attempts. Rejects if there are none. */
export type ResolveHost = (hostname: string) => Promise<readonly HostAddress[]>;

/** URL that may be fetched, and its addresses, at least one. */
export interface FetchTarget {
  readonly url: URL;
  readonly addresses: readonly HostAddress[];
}

export type TargetError =
  /** URL that isn't http or https, or that contains credentials or an obfuscated address. */
  | { readonly type: "bad-url"; readonly message: string }
  /** The host or one of its addresses is only reachable from the server. */
  | { readonly type: "private-address"; readonly message: string }
  | { readonly type: "unresolved"; readonly message: string };

/** Parses a URL and checks its text. `base` is the URL that redirected to it. */
export function parseFetchUrl(
  text: string,
  base?: URL,
): Result<URL, Extract<TargetError, { type: "bad-url" }>> {
  const url = URL.parse(text, base?.href);
  if (url === null) return badUrl("is not a URL");
  if (url.protocol !== "https:" && url.protocol !== "http:") return badUrl("must be http or https");
  if (url.username !== "" || url.password !== "")
    return badUrl("must not contain a user name or password");
  // The parser reads 2130706433, 0x7f.1 and 0177.0.0.1 as addresses, which have no legitimate use.
  const written = /^\s*(?:[a-z][a-z0-9+.-]*:)?[\\/]+([^\\/?#:]*)/i.exec(text)?.[1];
  const isWrittenOut = written === url.hostname || url.host === base?.host;
  if (isIP(url.hostname) === 4 && !isWrittenOut) return badUrl("hides its address");
  return ok(url);
}

/**
 * Checks a URL and resolves its name once. Callers must connect to the returned addresses, since the name may
 * resolve differently later. Every address must be public.
 */
export async function resolveTarget(
  url: URL,
  options: { readonly allowPrivate: boolean; readonly resolve?: ResolveHost },
): Promise<Result<FetchTarget, TargetError>> {
  if (!options.allowPrivate && localName.test(url.hostname)) {
    return err({ type: "private-address", message: `${url.hostname} is not on the internet` });
  }
  const addresses = await addressesOf(url.hostname, options.resolve ?? resolveHost);
  if (addresses.length === 0) {
    return err({ type: "unresolved", message: `${url.hostname} has no address` });
  }
  if (!options.allowPrivate && !addresses.every((each) => isPublicAddress(each.address))) {
    return err({ type: "private-address", message: `${url.hostname} is not on the internet` });
  }
  return ok({ url, addresses });
}

/** Names of this machine by RFC 6761, which some resolvers don't know. */
const localName = /(?:^|\.)localhost\.?$/i;

async function addressesOf(
  hostname: string,
  resolve: ResolveHost,
): Promise<readonly HostAddress[]> {
  const literal = hostname.replace(/^\[(.*)\]$/, "$1");
  const family = isIP(literal);
  if (family === 4 || family === 6) return [{ address: literal, family }];
  try {
    return await resolve(hostname);
  } catch {
    return [];
  }
}

const resolveHost: ResolveHost = async (hostname) => {
  const found = await lookup(hostname, { all: true, order: "verbatim" });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
};

function badUrl(message: string): { ok: false; error: { type: "bad-url"; message: string } } {
  return err({ type: "bad-url", message });
}

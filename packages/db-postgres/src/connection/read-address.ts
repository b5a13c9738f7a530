import type { ClientConfig } from "pg";
import { parse, toClientConfig } from "pg-connection-string";
import { OpenDatabaseError } from "@tidemark/db";

/** How a connection is made private, in libpq's words. */
const sslModes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"] as const;
export type SslMode = (typeof sslModes)[number];

export interface Address {
  readonly config: ClientConfig;
  readonly sslMode: SslMode;
}

/**
 * What the address of a database says. Throws `OpenDatabaseError`; no part of an address is ever repeated
 * of which it is not certain that it holds no password.
 */
export function readAddress(url: string): Address {
  if (!/^postgres(?:ql)?:\/\//.test(url)) {
    throw unreadable("it must be such as postgres://user@host/database");
  }
  // A password that was not encoded ends a host early: what is left would be taken for something else.
  const [, rest = ""] = /^[^:]*:\/\/[^/?#]*(.*)$/s.exec(url) ?? [];
  if (/[@#]/.test(rest)) {
    throw unreadable("write / ? # and @ in the password or behind the host as %2F %3F %23 %40");
  }
  const given = new URLSearchParams(/\?(.*)$/s.exec(url)?.[1]);
  const sslMode = readSslMode(given.get("sslmode") ?? process.env["PGSSLMODE"] ?? "prefer");
  if (sslMode === "verify-ca" && !given.has("sslrootcert")) {
    throw unreadable("sslmode=verify-ca needs sslrootcert=FILE, the authority that is trusted");
  }
  try {
    return { config: toClientConfig(parse(url, { useLibpqCompat: true })), sslMode };
  } catch (error) {
    // Files of certificates and keys are read by it.
    const isFile = error instanceof Error && "syscall" in error;
    throw unreadable(isFile ? error.message : "it cannot be read as a URL");
  }
}

function readSslMode(text: string): SslMode {
  const mode = sslModes.find((known) => known === text);
  if (mode === undefined) throw unreadable(`sslmode is one of ${sslModes.join(", ")}`);
  return mode;
}

function unreadable(message: string): OpenDatabaseError {
  return new OpenDatabaseError("unsuitable", "the address of the database", message);
}

import type { ClientConfig } from "pg";
import { parse, toClientConfig } from "pg-connection-string";
import { OpenDatabaseError } from "@tidemark/db";

/** Values of `sslmode`, as in libpq. */
const sslModes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"] as const;
export type SslMode = (typeof sslModes)[number];

export interface Address {
  readonly config: ClientConfig;
  readonly sslMode: SslMode;
}

/**
 * Reads the address of a database. Throws `OpenDatabaseError`, which repeats only parts of the address that
 * can't contain a password.
 */
export function readAddress(url: string): Address {
  if (!/^postgres(?:ql)?:\/\//.test(url)) {
    throw unreadable("it must be such as postgres://user@host/database");
  }
  // An unencoded password ends the host early, and the rest would be misread.
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
    // The parser reads files of certificates and keys.
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

import { writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { OpenDatabaseError } from "@tidemark/db";
import { databaseInWords, waysToConnect } from "./postgres-config.ts";
import { readAddress } from "./read-address.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

const base = "postgres://tidemark:s%2Fcret@db.example:5433/memos";

const waysOf = (parameters: string) => waysToConnect(`${base}?${parameters}`).map(({ ssl }) => ssl);

describe("the address of a database", () => {
  test("says place, name and password", () => {
    expect(readAddress(base).config).toMatchObject({
      host: "db.example",
      port: 5433,
      user: "tidemark",
      password: "s/cret",
      database: "memos",
    });
    expect(readAddress("postgresql://tidemark:a@b@db/memos").config).toMatchObject({
      host: "db",
      password: "a@b",
    });
    expect(readAddress("postgres://tidemark@/memos?host=/run/postgresql").config).toMatchObject({
      host: "/run/postgresql",
      database: "memos",
    });
  });

  test("is told without the name and the password", () => {
    const [way] = waysToConnect(base);
    expect(databaseInWords(way ?? {})).toBe("postgres://db.example:5433/memos");
  });

  // What a password leaves behind that was not encoded must not be taken for a host, and then be told.
  test.each([
    "postgres://tidemark:12/secret@db/memos",
    "postgres://tidemark:12?secret@db/memos",
    "postgres://tidemark:12#secret@db/memos",
    "postgres://tidemark:p@12/secret@db/memos",
    "postgres://tidemark:secret",
    "postgres://tidemark:%secret%zz@db:x/memos",
    "postgres://tidemark:secret@db/memos?sslmode=yes",
    "postgres://tidemark:secret@db/memos?sslmode=verify-ca",
    "postgres://tidemark:secret@db/memos?sslmode=require&sslrootcert=/nowhere/root.crt",
    "mysql://tidemark:secret@db/memos",
    "secret",
  ])("is refused without repeating a password: %s", (url) => {
    expect(() => readAddress(url)).toThrow(OpenDatabaseError);
    let message = "";
    try {
      readAddress(url);
    } catch (error) {
      message = error instanceof Error ? `${error.message} ${error.stack ?? ""}` : "";
    }
    expect(message).toContain("the address of the database: ");
    expect(message).not.toContain("secret");
  });
});

describe("sslmode", () => {
  test("means what libpq means by it", () => {
    const unverified = { rejectUnauthorized: false };
    expect(waysOf("sslmode=disable")).toEqual([false]);
    expect(waysOf("sslmode=allow")).toEqual([false, unverified]);
    expect(waysOf("sslmode=prefer")).toEqual([unverified, false]);
    expect(waysOf("")).toEqual([unverified, false]);
    expect(waysOf("sslmode=require")).toEqual([unverified]);
    expect(waysOf("sslmode=verify-full")).toEqual([{}]);
  });

  test("verifies with the authority that is named", () => {
    const folder = mkdtempSync(join(tmpdir(), "tidemark-ca-"));
    try {
      const file = join(folder, "root.crt");
      writeFileSync(file, "the authority");
      const root = `sslrootcert=${encodeURIComponent(file)}`;
      const trusted = expect.objectContaining({ ca: "the authority" }) as unknown;
      for (const mode of ["require", "verify-ca", "verify-full"]) {
        const [ssl, ...others] = waysOf(`sslmode=${mode}&${root}`);
        expect([ssl, others]).toEqual([trusted, []]);
        expect(ssl).not.toHaveProperty("rejectUnauthorized");
        // The name in the certificate is compared by verify-full alone.
        expect(ssl !== null && typeof ssl === "object" && "checkServerIdentity" in ssl).toBe(
          mode !== "verify-full",
        );
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("may be a variable, and means nothing over a socket of this machine", () => {
    vi.stubEnv("PGSSLMODE", "require");
    expect(waysOf("")).toEqual([{ rejectUnauthorized: false }]);
    const socket = "postgres://tidemark@/memos?host=/run/postgresql";
    expect(waysToConnect(socket).map(({ ssl }) => ssl)).toEqual([false]);
  });
});

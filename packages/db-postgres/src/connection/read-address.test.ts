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

describe("database address", () => {
  test("contains host, port, user, password and database", () => {
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

  test("is printed without the name and the password", () => {
    const [way] = waysToConnect(base);
    expect(databaseInWords(way ?? {})).toBe("postgres://db.example:5433/memos");
  });

  // The rest of an unencoded password must not be taken for a host and printed.
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
  test("has the same modes as libpq", () => {
    const unverified = { rejectUnauthorized: false };
    expect(waysOf("sslmode=disable")).toEqual([false]);
    expect(waysOf("sslmode=allow")).toEqual([false, unverified]);
    expect(waysOf("sslmode=prefer")).toEqual([unverified, false]);
    expect(waysOf("")).toEqual([unverified, false]);
    expect(waysOf("sslmode=require")).toEqual([unverified]);
    expect(waysOf("sslmode=verify-full")).toEqual([{}]);
  });

  test("verifies with the given authority", () => {
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
        // Only verify-full compares the name in the certificate.
        expect(ssl !== null && typeof ssl === "object" && "checkServerIdentity" in ssl).toBe(
          mode !== "verify-full",
        );
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("can be set by a variable, and has no effect on a local socket", () => {
    vi.stubEnv("PGSSLMODE", "require");
    expect(waysOf("")).toEqual([{ rejectUnauthorized: false }]);
    const socket = "postgres://tidemark@/memos?host=/run/postgresql";
    expect(waysToConnect(socket).map(({ ssl }) => ssl)).toEqual([false]);
  });
});

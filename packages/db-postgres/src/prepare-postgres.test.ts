import { execFileSync } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { ask } from "../../../scripts/postgres/ask.ts";
import { startPostgres } from "../../../scripts/postgres/start-postgres.ts";
import { tempPostgres } from "../../../scripts/postgres/temp-postgres.ts";
import { OpenDatabaseError } from "@tidemark/db";
import type { MigratedStep } from "../../db/src/schema/migration.ts";
import { migrations } from "@tidemark/db/engine";
import { openPostgres } from "./open-postgres.ts";

/** Returns the error of opening a database. */
async function refusal(
  url: string,
  options: Partial<Parameters<typeof openPostgres>[0]> = {},
): Promise<OpenDatabaseError> {
  try {
    await (await openPostgres({ url, ...options })).close();
  } catch (error) {
    if (error instanceof OpenDatabaseError) return error;
    throw error;
  }
  throw new Error("it was opened");
}

/** Returns the same address with these parameters. */
function withParameters(url: string, parameters: Readonly<Record<string, string>>): string {
  const other = new URL(url);
  for (const [name, value] of Object.entries(parameters)) other.searchParams.set(name, value);
  return other.href;
}

describe("opening a PostgreSQL database", () => {
  test.each([
    ["SQL_ASCII", "C", "its encoding is SQL_ASCII, and must be UTF8"],
    ["UTF8", "C", "LC_CTYPE C.UTF-8"],
  ])("refuses the encoding %s with the locale %s, and changes nothing", async (...made) => {
    const [encoding, locale, words] = made;
    await using temp = await tempPostgres();
    const url = new URL(temp.url);
    const name = `${url.pathname.slice(1)}_other`;
    await ask(
      temp.url,
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING '${encoding}' LOCALE '${locale}'`,
    );
    url.pathname = name;
    try {
      expect(await refusal(url.href)).toMatchObject({
        type: "unsuitable",
        message: expect.stringContaining(words) as unknown,
      });
      expect(await ask(url.href, "SELECT FROM pg_class WHERE relname = 'memo'")).toEqual([]);
      expect(await ask(url.href, "SELECT FROM pg_extension WHERE extname = 'pg_trgm'")).toEqual([]);
    } finally {
      await ask(temp.url, `DROP DATABASE ${name} WITH (FORCE)`);
    }
  });

  test("refuses one that its user may not change", async () => {
    await using temp = await tempPostgres();
    const url = new URL(temp.url);
    const name = url.pathname.slice(1);
    await ask(temp.url, `CREATE ROLE ${name} LOGIN PASSWORD 'weak'`);
    try {
      await ask(temp.url, "REVOKE ALL ON SCHEMA public FROM PUBLIC");
      const theirs = Object.assign(new URL(url), { username: name, password: "weak" });
      expect(await refusal(theirs.href)).toMatchObject({ type: "unsuitable" });
      theirs.password = "wrong-and-secret";
      const wrong = await refusal(theirs.href);
      expect(wrong).toMatchObject({ type: "refused" });
      expect(wrong.message).not.toContain("secret");
      theirs.username = "";
      theirs.password = "";
      expect(await refusal(theirs.href)).toMatchObject({ type: "refused" });
    } finally {
      await ask(temp.url, `DROP ROLE ${name}`);
    }
  });

  test.each([
    ["customers", "CREATE TABLE customers (id int)"],
    ["meta", "CREATE TABLE meta (id int, payload jsonb)"],
  ])("refuses one of another program, which has %s, and changes nothing", async (table, create) => {
    await using temp = await tempPostgres();
    await ask(temp.url, create);
    expect(await refusal(temp.url)).toMatchObject({
      type: "unsuitable",
      message: expect.stringContaining(`it has ${table}`) as unknown,
    });
    const tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'";
    expect(await ask(temp.url, tables)).toEqual([{ tablename: table }]);
  });

  test("refuses one with too few connections, and accepts one with enough", async () => {
    await using temp = await tempPostgres();
    const url = new URL(temp.url);
    const name = url.pathname.slice(1);
    await ask(temp.url, `CREATE ROLE ${name} LOGIN PASSWORD 'few' CONNECTION LIMIT 13`);
    await ask(temp.url, `ALTER DATABASE ${name} OWNER TO ${name}`);
    const theirs = Object.assign(new URL(url), { username: name, password: "few" }).href;
    const postgres = Object.assign(new URL(url), { pathname: "/postgres" }).href;
    try {
      expect(await refusal(theirs)).toMatchObject({
        type: "unsuitable",
        message: expect.stringContaining("the role allows 13 connections") as unknown,
      });
      await ask(temp.url, `ALTER ROLE ${name} CONNECTION LIMIT 14`);
      await (await openPostgres({ url: theirs })).close();
      await ask(temp.url, `ALTER ROLE ${name} CONNECTION LIMIT 0`);
      expect(await refusal(theirs)).toMatchObject({
        type: "unreachable",
        message: expect.stringContaining("has no free connection") as unknown,
      });
      await ask(temp.url, `ALTER ROLE ${name} CONNECTION LIMIT -1`);
      await ask(temp.url, `ALTER DATABASE ${name} CONNECTION LIMIT 5`);
      const few = await refusal(theirs);
      expect(few.message).toContain("the database allows 5 connections");
      await ask(postgres, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      expect(await refusal(theirs)).toMatchObject({ type: "unsuitable" });
    } finally {
      await ask(postgres, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true CONNECTION LIMIT -1`);
      await ask(temp.url, `REASSIGN OWNED BY ${name} TO CURRENT_USER`);
      await ask(temp.url, `DROP ROLE ${name}`);
    }
  });

  test("accepts one that a newer version has migrated, as long as that allows it", async () => {
    await using temp = await tempPostgres();
    const next = {
      version: migrations.length + 1,
      name: "of a newer version",
      up: () => {},
      postgres: "ALTER TABLE memo ADD COLUMN later bigint",
    };
    const migrated: MigratedStep[] = [];
    const onMigrate = (step: MigratedStep): void => void migrated.push(step);
    await (await openPostgres({ url: temp.url, onMigrate })).close();
    // A new database is created, not migrated.
    expect(migrated).toEqual([]);
    await (
      await openPostgres({ url: temp.url, migrations: [...migrations, next], onMigrate })
    ).close();
    const { version: to, name } = next;
    expect(migrated).toEqual([{ version: to, name, ms: expect.any(Number) as unknown }]);
    const versions = "SELECT key, value FROM meta WHERE key LIKE 'db.%version' ORDER BY key";
    const [least, version] = await ask(temp.url, versions);
    expect(version).toMatchObject({ value: String(next.version) });
    await using older = await openPostgres({ url: temp.url });
    expect(await older.database.read(({ meta }) => meta.headSeq())).toBe(0);
    expect(await ask(temp.url, versions)).toEqual([least, version]);

    await ask(temp.url, `UPDATE meta SET value = '${next.version}' WHERE key = 'db.least_version'`);
    expect(await refusal(temp.url)).toMatchObject({
      type: "schema-too-new",
      message: expect.stringContaining(`needs version ${next.version}`) as unknown,
    });
    await (await openPostgres({ url: temp.url, migrations: [...migrations, next] })).close();
  });

  test("waits while another process migrates it", async () => {
    await using temp = await tempPostgres();
    await (await openPostgres({ url: temp.url })).close();
    await using other = Object.assign(new Client(temp.url), {
      [Symbol.asyncDispose]: () => other.end(),
    });
    await other.connect();
    await other.query("BEGIN");
    await other.query("SELECT value FROM meta WHERE key = 'db.schema_version' FOR UPDATE");
    let isOpen = false;
    const opening = openPostgres({ url: temp.url }).then((open) => {
      isOpen = true;
      return open;
    });
    const waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    while ((await ask(temp.url, waiting)).length === 0) expect(isOpen).toBe(false);
    await other.query("COMMIT");
    await (await opening).close();
  });
});

describe("TLS to PostgreSQL", () => {
  test("is used as sslmode says", async () => {
    const dir = mkdtempSync(join(tmpdir(), "tidemark-tls-"));
    try {
      await using server = await startPostgres();
      const key = join(server.folder, "server.key");
      const certificate = join(server.folder, "server.crt");
      execFileSync(
        "openssl",
        [
          ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"],
          ...["-nodes", "-days", "2", "-subj", "/CN=localhost"],
          ...["-addext", "subjectAltName=DNS:localhost"],
          ...["-keyout", key, "-out", certificate],
        ],
        { stdio: "ignore" },
      );
      const { uid, gid } = statSync(server.folder);
      if (process.getuid?.() === 0) chownSync(key, uid, gid);
      const root = join(dir, "root.crt");
      writeFileSync(root, readFileSync(certificate));
      await ask(server.url, `ALTER SYSTEM SET ssl_key_file = '${key}'`);
      await ask(server.url, `ALTER SYSTEM SET ssl_cert_file = '${certificate}'`);
      await ask(server.url, "ALTER SYSTEM SET ssl = on");
      const rules = join(server.folder, "data", "pg_hba.conf");
      writeFileSync(rules, "local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n");
      const socket = `postgres://tidemark@/postgres?host=${server.folder}&port=${server.port}`;
      await ask(socket, "SELECT pg_reload_conf()");

      const isEncrypted = async (parameters: Readonly<Record<string, string>>) => {
        const application = { application_name: "tidemark" };
        await using open = await openPostgres({
          url: withParameters(server.url, { ...parameters, ...application }),
        });
        await open.database.read(({ meta }) => meta.headSeq());
        const [row] = await ask(
          socket,
          "SELECT bool_and(ssl) AS ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'tidemark'",
        );
        return row?.["ssl"];
      };
      const url = (parameters: Readonly<Record<string, string>>) =>
        withParameters(server.url, parameters);

      expect(await isEncrypted({ sslmode: "require" })).toBe(true);
      expect(await isEncrypted({ sslmode: "prefer" })).toBe(true);
      expect(await isEncrypted({ sslmode: "allow" })).toBe(true);
      expect(await isEncrypted({})).toBe(true);
      expect(await refusal(url({ sslmode: "disable" }))).toMatchObject({
        type: "refused",
        message: expect.stringContaining("no encryption") as unknown,
      });
      expect(await refusal(url({ sslmode: "verify-full" }))).toMatchObject({
        type: "refused",
        message: expect.stringContaining("certificate") as unknown,
      });
      expect(await isEncrypted({ sslmode: "verify-ca", sslrootcert: root })).toBe(true);
      // The certificate is for another name than the host's.
      expect(await refusal(url({ sslmode: "verify-full", sslrootcert: root }))).toMatchObject({
        type: "refused",
      });
      const named = Object.assign(new URL(url({ sslmode: "verify-full", sslrootcert: root })), {
        hostname: "localhost",
      });
      await (await openPostgres({ url: named.href })).close();
      await (await openPostgres({ url: socket })).close();
    } finally {
      rmSync(dir, { recursive: true });
    }
  });

  test("is refused if it is required and the server has none", async () => {
    await using temp = await tempPostgres();
    expect(await refusal(withParameters(temp.url, { sslmode: "require" }))).toMatchObject({
      type: "refused",
      message: expect.stringContaining("does not support SSL") as unknown,
    });
  });
});

import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRoot } from "../../../../../../scripts/debian-packages.ts";
import { type ProgramBetween, startBetween } from "./program-between.ts";

/** Starts PgBouncer in session mode in front of a database; `url` connects through it. */
export async function startPooler(
  databaseUrl: string,
): Promise<ProgramBetween & { readonly url: string }> {
  const database = new URL(databaseUrl);
  const { username, password } = database;
  const pooler = await startBetween("pgbouncer", ({ folder, port }) => {
    const users = join(folder, "users.txt");
    const file = join(folder, "pgbouncer.ini");
    writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`);
    writeFileSync(
      file,
      [
        "[databases]",
        `* = host=127.0.0.1 port=${database.port}`,
        "[pgbouncer]",
        "listen_addr = 127.0.0.1",
        `listen_port = ${port}`,
        "unix_socket_dir =",
        "auth_type = scram-sha-256",
        `auth_file = ${users}`,
        "pool_mode = session",
        "default_pool_size = 56",
      ].join("\n"),
    );
    for (const each of [users, file]) chmodSync(each, 0o644);
    return [...(isRoot() ? ["-u", "nobody"] : []), file];
  });
  const url = new URL(databaseUrl);
  url.port = String(pooler.port);
  return { ...pooler, url: url.href };
}

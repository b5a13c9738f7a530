import { Pool } from "pg";

/** Databases of one PostgreSQL. Names consist of lower case letters, digits and `_`, 63 at most. */
export interface Databases {
  /** Creates a database and returns its URL. The template must have no connections. */
  create(name: string, template?: string): Promise<string>;
  /** Drops a database even if it has connections; does nothing if it doesn't exist. */
  drop(name: string): Promise<void>;
  /** Creates a template with `fill`, once per name, even if several workers request it. */
  template(name: string, fill: (url: string) => Promise<void>): Promise<void>;
  dropTemplates(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the databases of a server. `url` is that of any database, for a user who may create others. */
export function openDatabases(url: string): Databases {
  // `allowExitOnIdle` lets a finished process exit.
  const pool = new Pool({ connectionString: url, max: 4, allowExitOnIdle: true });
  // An idle connection emits an error when the server stops. The next query then fails.
  pool.on("error", () => undefined);

  const create = async (name: string, template = "template1"): Promise<string> => {
    await pool.query(`CREATE DATABASE ${quoted(name)} TEMPLATE ${quoted(template)}`);
    return urlOf(url, name);
  };
  const drop = async (name: string): Promise<void> => {
    await pool.query(`DROP DATABASE IF EXISTS ${quoted(name)} WITH (FORCE)`);
  };
  return {
    create,
    drop,
    async template(name, fill) {
      const client = await pool.connect();
      try {
        // The workers of a run request it concurrently.
        await client.query("SELECT pg_advisory_lock(hashtext($1))", [name]);
        const found = await client.query("SELECT FROM pg_database WHERE datname = $1", [name]);
        if (found.rowCount !== 0) return;
        // A template gets its name only once it is filled.
        const unfilled = `${name}_unfilled`;
        await drop(unfilled);
        await fill(await create(unfilled));
        await client.query(`ALTER DATABASE ${quoted(unfilled)} RENAME TO ${quoted(name)}`);
        // A connection would prevent copying the template, so none are allowed.
        await client.query(`ALTER DATABASE ${quoted(name)} ALLOW_CONNECTIONS false`);
      } finally {
        // Closing the connection also releases the lock.
        client.release(true);
      }
    },
    async dropTemplates() {
      const { rows } = await pool.query<{ datname: string }>(
        "SELECT datname FROM pg_database WHERE NOT datallowconn AND datname <> 'template0'",
      );
      for (const { datname } of rows) await drop(datname);
    },
    close: () => pool.end(),
  };
}

function quoted(name: string): string {
  // Valid names need no escaping, aren't truncated by PostgreSQL, and can be used in a URL.
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name)) {
    throw new Error(`not a name for a database: ${JSON.stringify(name)}`);
  }
  return `"${name}"`;
}

function urlOf(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = name;
  return other.href;
}

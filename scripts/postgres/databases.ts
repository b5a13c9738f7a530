import { Pool } from "pg";

/** The databases of one PostgreSQL. Names are of lower case letters, digits and `_`, 63 at most. */
export interface Databases {
  /** Its URL. Nobody may be connected to the template. */
  create(name: string, template?: string): Promise<string>;
  /** Also while somebody is connected to it. One that is not there is none to drop. */
  drop(name: string): Promise<void>;
  /** Copies of what `fill` makes of an empty database, once for all who ask for that name. */
  template(name: string, fill: (url: string) => Promise<void>): Promise<void>;
  dropTemplates(): Promise<void>;
  close(): Promise<void>;
}

/** `url` is that of any database, of a user who may create others. */
export function openDatabases(url: string): Databases {
  // It does not keep a process that is done otherwise.
  const pool = new Pool({ connectionString: url, max: 4, allowExitOnIdle: true });
  // A connection that waits for work hears that the server ends. Who asks for one then is told.
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
        // The workers of a run ask for it at the same time.
        await client.query("SELECT pg_advisory_lock(hashtext($1))", [name]);
        const found = await client.query("SELECT FROM pg_database WHERE datname = $1", [name]);
        if (found.rowCount !== 0) return;
        // What is not filled whole never has the name.
        const unfilled = `${name}_unfilled`;
        await drop(unfilled);
        await fill(await create(unfilled));
        await client.query(`ALTER DATABASE ${quoted(unfilled)} RENAME TO ${quoted(name)}`);
        // A connection, also one by mistake, would keep everybody from copying it.
        await client.query(`ALTER DATABASE ${quoted(name)} ALLOW_CONNECTIONS false`);
      } finally {
        // Ends its lock as well.
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
  // What this lets through needs no escape, is not cut by PostgreSQL, and stands in a URL as it is.
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

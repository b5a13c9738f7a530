import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { type Databases, openDatabases } from "./databases.ts";
import type {} from "./vitest-setup.ts";

/** Initial content of a database, created once per run. */
export interface Template {
  /** Unique name, of lower case letters, digits and `_`. */
  readonly name: string;
  /** Fills an empty database and closes its connections. */
  fill(url: string): Promise<void>;
}

/** Database of one test, dropped when disposed, even if clients are connected. */
export interface TempPostgres extends AsyncDisposable {
  readonly url: string;
}

// Shared by the files of a worker, which share its modules.
let shared: Databases | undefined;
const made = new Map<string, Promise<void>>();

/**
 * Creates a database in about 30 ms: empty, or a copy of a template. For projects whose `globalSetup` is
 * vitest-setup.ts.
 */
export async function tempPostgres(template?: Template): Promise<TempPostgres> {
  const databases = (shared ??= openDatabases(inject("postgresUrl")));
  if (template !== undefined) {
    let ready = made.get(template.name);
    if (ready === undefined) {
      ready = databases.template(template.name, template.fill);
      made.set(template.name, ready);
    }
    await ready;
  }
  const name = `temp_${randomBytes(8).toString("hex")}`;
  const url = await databases.create(name, template?.name);
  return { url, [Symbol.asyncDispose]: () => databases.drop(name) };
}

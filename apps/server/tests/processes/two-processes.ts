import { onTestFinished } from "vitest";
import { ask as askDatabase } from "../../../../scripts/postgres/ask.ts";
import { type HttpServer, type Reply, startBeside, startHttpServer } from "../http-server.ts";
import { addUser } from "../two-users.ts";

export type Options = Parameters<typeof startBeside>[2];

/** Two processes of an instance that share a PostgreSQL database and a folder of files. */
export interface TwoProcesses {
  readonly a: HttpServer;
  readonly b: HttpServer;
  /** Access token of the administrator `alice`. */
  readonly alice: string;
  /** Adds a user, and returns an access token. */
  add(username: string): Promise<string>;
}

/**
 * Starts both processes, and stops them with the test. With `isDeaf` the second one receives no
 * notifications, so it learns of changes only from the counters in the database. `ofSecond` receives the
 * folder of both and returns the options of the second.
 */
export async function startTwo(
  { isDeaf = false, ...options }: { readonly isDeaf?: boolean } & NonNullable<Options> = {},
  ofSecond: (folder: string) => Promise<NonNullable<Options>> = async () => ({}),
): Promise<TwoProcesses> {
  const a = await startHttpServer({}, options);
  onTestFinished(() => a[Symbol.asyncDispose]());
  const url = new URL(a.databaseUrl ?? "");
  if (isDeaf) {
    // The second process's own notifications are discarded too.
    await askDatabase(
      url.href,
      "CREATE FUNCTION public.pg_notify(text, text) RETURNS void LANGUAGE sql AS ''",
    );
    url.searchParams.set("options", "-c search_path=public,pg_catalog");
  }
  const b = await startBeside(
    { folder: a.folder, databaseUrl: url.href },
    {},
    { ...options, ...(await ofSecond(a.folder)) },
  );
  onTestFinished(() => b[Symbol.asyncDispose]());
  return { a, b, alice: await a.alice(), add: (username) => addUser(a, username) };
}

/** Terminates the connections on which the processes LISTEN. */
export async function cutListeners({ databaseUrl }: HttpServer): Promise<void> {
  await askDatabase(
    databaseUrl ?? "",
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query ILIKE 'LISTEN%'`,
  );
}

/** Returns a function that sends requests below `/api/v1`. */
export function api(
  server: HttpServer,
  bearer: string | undefined,
): (method: string, path: string, body?: unknown) => Promise<Reply> {
  return (method, path, body) =>
    server.ask(method, `/api/v1${path}`, {
      ...(bearer !== undefined && { bearer }),
      ...(body !== undefined && { body }),
    });
}

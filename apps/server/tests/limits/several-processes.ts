import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPostgres } from "@tidemark/db-postgres";
import { Client } from "pg";
import { pino } from "pino";
import { tempPostgres } from "../../../../scripts/postgres/temp-postgres.ts";
import { createApp } from "../../src/app/app.ts";
import { openFiles } from "../../src/files/store/open-files.ts";
import { createServices } from "../../src/services/create-services.ts";
import type { Services } from "../../src/services/services.ts";
import { bodyOf } from "../answers.ts";
import type { Ask, Reply } from "../http-server.ts";

/** One of several processes of an instance, which share everything except memory. */
interface Process {
  readonly services: Services;
  /** Sends a request, optionally with the forwarded address `from`. */
  ask(method: string, path: string, ask?: Ask & { readonly from?: string }): Promise<Reply>;
  close(): Promise<void>;
}

interface SeveralProcesses extends AsyncDisposable {
  readonly processes: readonly Process[];
  start(): Promise<Process>;
  sql(text: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
}

async function makeSchema(url: string): Promise<void> {
  await (await openPostgres({ url })).close();
}

/** Starts servers that share a database, a key and a folder of files. */
export async function startProcesses(
  count: number,
  limits: {
    readonly rateLimit?: number;
    readonly rateLimitAnonymous?: number;
    readonly rateLimitSignIn?: number;
  } = {},
): Promise<SeveralProcesses> {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await tempPostgres({ name: "tidemark", fill: makeSchema }));
  const folder = mkdtempSync(join(tmpdir(), "tidemark-processes-"));
  stack.defer(() => rmSync(folder, { recursive: true }));
  const secretKey = crypto.getRandomValues(new Uint8Array(32));

  let held: AsyncDisposableStack = stack;
  async function open(): Promise<Process> {
    const opened = held.use(await openPostgres({ url }));
    const services = await createServices(opened, {
      files: await openFiles(folder),
      passwordCost: { memory: 8, passes: 1, parallelism: 1 },
      secretKey,
      ...(opened.limits !== undefined && { limits: opened.limits }),
    });
    const app = await createApp({
      services,
      version: "1.2.3",
      logger: pino({ level: "silent" }),
      config: {
        publicUrl: null,
        hstsIncludesSubdomains: false,
        trustedProxies: ["loopback"],
        corsOrigins: [],
        rateLimit: 0,
        rateLimitAnonymous: 0,
        rateLimitSignIn: 0,
        metrics: null,
        metricsListen: null,
        logRequests: "off",
        ...limits,
      },
    });
    await app.listen({ host: "127.0.0.1", port: 0 });
    held.defer(() => app.close());
    const { port } = app.server.address() as AddressInfo;
    return {
      services,
      async ask(method, path, { bearer, headers, body, from } = {}) {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, {
          method,
          headers: {
            ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
            ...(body !== undefined && { "content-type": "application/json" }),
            ...(from !== undefined && { "x-forwarded-for": from }),
            ...headers,
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        return { status: response.status, headers: response.headers, body: await bodyOf(response) };
      },
      close: () => app.close(),
    };
  }

  const client = new Client(url);
  await client.connect();
  stack.defer(() => client.end());
  // Starts them concurrently, like containers.
  const processes = await Promise.all(Array.from({ length: count }, open));
  held = stack.move();
  return {
    processes,
    start: open,
    sql: async (text, values = []) => (await client.query(text, [...values])).rows,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

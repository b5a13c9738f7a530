import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerDatabase } from "@tidemark/core";
import type { CaretRoom } from "@tidemark/core/carets";
import type { OpenServerDatabase } from "@tidemark/db";
import { openDatabase } from "@tidemark/db/node";
import { openPostgres } from "@tidemark/db-postgres";
import type { FastifyInstance, RouteOptions } from "fastify";
import { pino } from "pino";
import type { AppDeps } from "../src/rest/shared/app-deps.ts";
import { createApp } from "../src/app/app.ts";
import type { Files } from "../src/files/store/files.ts";
import { createSharedCarets, openSharedFiles } from "../src/cluster/index.ts";
import { openFiles } from "../src/files/store/open-files.ts";
import { createMetrics, type Metrics } from "../src/ops/metrics/create-metrics.ts";
import { createServices } from "../src/services/create-services.ts";
import type { ServiceOptions } from "../src/services/service-options.ts";
import type { Services } from "../src/services/services.ts";
import { bodyOf } from "./answers.ts";
import { isPostgres, openTempPostgres } from "./temp-postgres-database.ts";

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, not validated. */
  readonly body: Record<string, unknown>;
}

/** Request options: `bearer` and `cookie` are credentials, `body` is sent as JSON. */
export interface Ask {
  readonly bearer?: string;
  readonly cookie?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

export interface HttpServer extends AsyncDisposable {
  readonly url: string;
  /** Data folder. */
  readonly folder: string;
  /** Database URL; null for a file in the folder. */
  readonly databaseUrl: string | null;
  readonly services: Services;
  /** Clock of the services; advanced by tests. */
  readonly clock: { nowMs: number };
  /**
   * Hooks of the database. `beforeWrite` runs once, after the next write has requested its transaction and
   * before it gets it. `pause` runs before and after every read and write, to simulate network latency.
   */
  readonly gate: {
    beforeWrite: (() => Promise<void>) | null;
    pause: (() => Promise<void>) | null;
  };
  /** Log lines. */
  readonly log: string[];
  /** Registered routes, except those that only return 405. */
  readonly routes: readonly RouteOptions[];
  ask(method: string, path: string, ask?: Ask): Promise<Reply>;
  /** Creates the administrator `alice` and returns her access token. */
  alice(): Promise<string>;
  close(): Promise<void>;
}

export const password = "correct horse";
/** Cheap hash parameters, because tests create many accounts; the real cost is tested with the hashes. */
const passwordCost = { memory: 8, passes: 1, parallelism: 1 };

/** Service options; `signals` replaces the database's own. */
type TestOptions = Partial<ServiceOptions> & Partial<Pick<OpenServerDatabase, "signals">>;
type AppOptions = Partial<AppDeps["config"]> & Pick<AppDeps, "bodyDeadlines" | "page">;

/** Starts the real application on a real port, with a real database in a new folder. */
export async function startHttpServer(
  config: AppOptions = {},
  serviceOptions: TestOptions = {},
  { openFilesOf = openOwnFiles, ...databaseOptions }: FileOptions & Partial<FilesOpener> = {},
): Promise<HttpServer> {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-server-"));
  const opened = isPostgres
    ? await openTempPostgres(databaseOptions)
    : await openDatabase({
        ...databaseOptions,
        file: fileIn(folder),
        role: "server",
      });
  const onEnd = (): void => rmSync(folder, { recursive: true, force: true });
  return serve({ folder, opened, openFilesOf }, config, { ...serviceOptions, onEnd });
}

/** Starts another process on the database and files of a server, which must outlive it. */
export async function startBeside(
  { folder, databaseUrl }: Pick<HttpServer, "folder" | "databaseUrl">,
  config: AppOptions = {},
  serviceOptions: TestOptions = {},
): Promise<HttpServer> {
  if (databaseUrl === null) throw new Error("nobody else opens a file");
  const opened = { ...(await openPostgres({ url: databaseUrl })), url: databaseUrl };
  return serve({ folder, opened, openFilesOf: openOwnFiles }, config, serviceOptions);
}

function fileIn(folder: string): string {
  return join(folder, "tidemark.db");
}

/** Folder, database and files of a process. */
interface Served extends FilesOpener {
  readonly folder: string;
  readonly opened: OpenServerDatabase & { readonly url?: string };
}

async function serve(
  { folder, opened, openFilesOf }: Served,
  { bodyDeadlines, page, ...config }: AppOptions,
  { onEnd, signals = opened.signals, ...serviceOptions }: TestOptions & { onEnd?: () => void },
): Promise<HttpServer> {
  const clock = { nowMs: Date.now() };
  const gate: HttpServer["gate"] = { beforeWrite: null, pause: null };
  async function paused<T>(ask: () => Promise<T>): Promise<T> {
    await gate.pause?.();
    const answer = await ask();
    await gate.pause?.();
    return answer;
  }
  const database: ServerDatabase = {
    read: (work) => paused(() => opened.database.read(work)),
    async write(work, by) {
      const { beforeWrite } = gate;
      gate.beforeWrite = null;
      await beforeWrite?.();
      return paused(() => opened.database.write(work, by));
    },
    onCommit: (listener) => opened.database.onCommit(listener),
  };
  const nowMs = (): number => clock.nowMs;
  const { relay } = opened;
  const { metrics: access = null } = config;
  const metrics = access === null ? undefined : createMetrics(isPostgres ? null : fileIn(folder));
  const services = await createServices(
    { database, signals, relay },
    {
      meter: metrics?.meter,
      nowMs,
      files: await openFilesOf(folder, { database, nowMs }),
      erase: () => opened.eraseInPlace(),
      passwordCost,
      ...serviceOptions,
    },
  );
  const log: string[] = [];
  const { app, routes } = await createWatchedApp(
    {
      services,
      ...(bodyDeadlines !== undefined && { bodyDeadlines }),
      page,
      ...(relay !== null && { shareCarets: (room: CaretRoom) => createSharedCarets(room, relay) }),
      version: "1.2.3",
      logger: pino({ level: "info" }, { write: (line) => log.push(line) }),
      config: {
        publicUrl: null,
        hstsIncludesSubdomains: false,
        trustedProxies: [],
        corsOrigins: [],
        rateLimit: 0,
        rateLimitAnonymous: 0,
        rateLimitSignIn: 0,
        metrics: null,
        metricsListen: null,
        logRequests: "off",
        ...config,
      },
    },
    metrics,
  );
  await app.listen({ host: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

  const ask: HttpServer["ask"] = async (method, path, { bearer, cookie, headers, body } = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        ...(cookie !== undefined && { cookie: `tidemark_session=${cookie}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const { status } = response;
    return { status, headers: response.headers, body: await bodyOf(response) };
  };

  return {
    url,
    folder,
    databaseUrl: opened.url ?? null,
    services,
    clock,
    gate,
    log,
    routes,
    ask,
    async alice() {
      await services.auth.createFirstAdministrator({ username: "alice", password });
      const reply = await ask("POST", "/api/v1/auth/signin", {
        body: { username: "alice", password },
      });
      return String(reply.body["accessToken"]);
    },
    close: () => app.close(),
    async [Symbol.asyncDispose]() {
      const closed = app.close();
      // A response that the test doesn't read would keep its connection, and the server, open for a minute.
      app.server.closeAllConnections();
      await closed;
      await opened[Symbol.asyncDispose]();
      onEnd?.();
    },
  };
}

interface FilesOpener {
  /** Opens a server's files, which may be outside its folder. */
  readonly openFilesOf: (
    folder: string,
    at: { readonly database: ServerDatabase; readonly nowMs: () => number },
  ) => Promise<Files>;
}

/** Opens shared files with PostgreSQL, because there may be other processes. */
const openOwnFiles: FilesOpener["openFilesOf"] = (folder, { database, nowMs }) =>
  isPostgres ? openSharedFiles(folder, { nowMs, database }) : openFiles(folder, { nowMs });

type FileOptions = Pick<Parameters<typeof openDatabase>[0], "beforeStatement">;

/** Creates the application and records each registered route. */
async function createWatchedApp(deps: AppDeps, metrics: Metrics | undefined) {
  const routes: RouteOptions[] = [];
  const watch = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook("onRoute", (route) => {
      const { family, access, rpc } = route.config ?? {};
      const isOfApi = family === "api" && rpc === undefined;
      const isMissingMethod = isOfApi && access === "anyone" && route.schema?.hide === true;
      if (!isMissingMethod) routes.push(route);
    });
  };
  subscribe("fastify.initialization", watch);
  // Fastify is instantiated before the first await, so the channel only delivers this instance.
  const building = createApp(deps, metrics);
  unsubscribe("fastify.initialization", watch);
  return { app: await building, routes };
}

/** Returns the value of the session cookie that a response sets. */
export function cookieOf(reply: Reply): string {
  return /tidemark_session=([^;]*)/.exec(reply.headers.get("set-cookie") ?? "")?.[1] ?? "";
}

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
import { createServices } from "../src/services/create-services.ts";
import type { ServiceOptions } from "../src/services/service-options.ts";
import type { Services } from "../src/services/services.ts";
import { bodyOf } from "./answers.ts";
import { isPostgres, openTempPostgres } from "./temp-postgres-database.ts";

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** Whatever the JSON holds; a test says what it expects of it. */
  readonly body: Record<string, unknown>;
}

/** A request: `bearer` and `cookie` are credentials, `body` is sent as JSON. */
export interface Ask {
  readonly bearer?: string;
  readonly cookie?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

export interface HttpServer extends AsyncDisposable {
  readonly url: string;
  /** Its data folder. */
  readonly folder: string;
  /** Address of its database; null for a file in the folder. */
  readonly databaseUrl: string | null;
  readonly services: Services;
  /** What the clock of the services says; moved by hand. */
  readonly clock: { nowMs: number };
  /**
   * `beforeWrite` runs once, between the next write's asking for its transaction and getting it; `pause`
   * before and after every read and write, which then wait as those over a network do.
   */
  readonly gate: {
    beforeWrite: (() => Promise<void>) | null;
    pause: (() => Promise<void>) | null;
  };
  /** Lines of the log. */
  readonly log: string[];
  /** Its routes as they were registered, those that only answer 405 left out. */
  readonly routes: readonly RouteOptions[];
  ask(method: string, path: string, ask?: Ask): Promise<Reply>;
  /** Makes the administrator `alice` and gives her access token. */
  alice(): Promise<string>;
  close(): Promise<void>;
}

export const password = "correct horse";
/** Accounts are made by the hundred here; what a hash should cost is shown where hashes are. */
const passwordCost = { memory: 8, passes: 1, parallelism: 1 };

/** `signals` in place of those of the database. */
type TestOptions = Partial<ServiceOptions> & Partial<Pick<OpenServerDatabase, "signals">>;
type AppOptions = Partial<AppDeps["config"]> & Pick<AppDeps, "bodyDeadlines">;

/** The real application on a real port over a real database in a folder of its own. */
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
        file: join(folder, "tidemark.db"),
        role: "server",
      });
  const onEnd = (): void => rmSync(folder, { recursive: true, force: true });
  return serve({ folder, opened, openFilesOf }, config, { ...serviceOptions, onEnd });
}

/** Another process over the database and the files of a server, which is to outlive it. */
export async function startBeside(
  { folder, databaseUrl }: Pick<HttpServer, "folder" | "databaseUrl">,
  config: AppOptions = {},
  serviceOptions: TestOptions = {},
): Promise<HttpServer> {
  if (databaseUrl === null) throw new Error("nobody else opens a file");
  const opened = { ...(await openPostgres({ url: databaseUrl })), url: databaseUrl };
  return serve({ folder, opened, openFilesOf: openOwnFiles }, config, serviceOptions);
}

/** What a process serves. */
interface Served extends FilesOpener {
  readonly folder: string;
  readonly opened: OpenServerDatabase & { readonly url?: string };
}

async function serve(
  { folder, opened, openFilesOf }: Served,
  { bodyDeadlines, ...config }: AppOptions,
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
  const services = await createServices(
    { database, signals, relay },
    {
      nowMs,
      files: await openFilesOf(folder, { database, nowMs }),
      erase: () => opened.eraseInPlace(),
      passwordCost,
      ...serviceOptions,
    },
  );
  const log: string[] = [];
  const { app, routes } = await createWatchedApp({
    services,
    ...(bodyDeadlines !== undefined && { bodyDeadlines }),
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
      ...config,
    },
  });
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
      // An answer that nobody reads would keep its connection, and the server with it, for a minute.
      app.server.closeAllConnections();
      await closed;
      await opened[Symbol.asyncDispose]();
      onEnd?.();
    },
  };
}

interface FilesOpener {
  /** What a server's files are, which may lie elsewhere than in its folder. */
  readonly openFilesOf: (
    folder: string,
    at: { readonly database: ServerDatabase; readonly nowMs: () => number },
  ) => Promise<Files>;
}

/** Over PostgreSQL there may be other processes. */
const openOwnFiles: FilesOpener["openFilesOf"] = (folder, { database, nowMs }) =>
  isPostgres ? openSharedFiles(folder, { nowMs, database }) : openFiles(folder, { nowMs });

type FileOptions = Pick<Parameters<typeof openDatabase>[0], "beforeStatement">;

/** Builds the application and notes each route that it registers. */
async function createWatchedApp(deps: AppDeps) {
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
  // The instance is made before the first await, so no other server's is seen.
  const building = createApp(deps);
  unsubscribe("fastify.initialization", watch);
  return { app: await building, routes };
}

/** The value of the session cookie that an answer sets. */
export function cookieOf(reply: Reply): string {
  return /tidemark_session=([^;]*)/.exec(reply.headers.get("set-cookie") ?? "")?.[1] ?? "";
}

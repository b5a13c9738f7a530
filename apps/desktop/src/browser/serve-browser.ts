import fastifyCookie from "@fastify/cookie";
import fastifyStatic from "@fastify/static";
import type { TRPCError } from "@trpc/server";
import { fastifyTRPCPlugin, type FastifyTRPCPluginOptions } from "@trpc/server/adapters/fastify";
import { type App, appRouter, type AppRouter } from "@tidemark/core/router";
import fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type RouteHandlerMethod,
} from "fastify";
import { z } from "zod";
import type { PageFiles } from "@tidemark/replica/rpc";
import { findFramedPage, framedHeaders, securityHeaders } from "@tidemark/core/page";
import { pageCacheControl } from "../page/cache-control.ts";
import type { KeptSessions } from "./kept-sessions.ts";
import { pageSecretOf } from "./page-proof.ts";
import type { End } from "./peer-user.ts";
import { refuseForeign } from "./request-guard.ts";
import { serveFiles } from "./serve-files.ts";
import { addressWith, keysPath } from "./running-app.ts";
import { serveWindow } from "./serve-window.ts";
import { bindToUsers, type UserSessions } from "./session-cookie.ts";
import { createSessionKeys, equals, type SessionKeys } from "./session-key.ts";

export interface BrowserOptions {
  readonly app: App;
  readonly files: PageFiles;
  /** Folder of the built page. */
  readonly pageDir: string;
  /** Port to listen on; 0 for any free one. */
  readonly port: number;
  /** Secret that a second start on the same folder sends to get a new address; without it none is issued. */
  readonly channelSecret?: string;
  readonly sessions: KeptSessions;
  /** True if browsers of this user get a session at `windowPath`. */
  readonly hasWindows?: boolean;
  /** Called with unexpected errors of calls. */
  readonly onFault?: (error: Error) => void;
}

export interface BrowserServer {
  readonly port: number;
  /** Address to open, with a one-time key in its fragment. */
  readonly url: string;
  /** Closes every connection, including open streams. */
  close(): Promise<void>;
}

/**
 * Serves the page and the app router to a browser on this machine. `/trpc` uses HTTP with SSE subscriptions,
 * files are uploaded and downloaded, and `/session` exchanges an address's one-time key for the cookie that
 * both require. Every local program can load the page's files, but not data (ADR 0030). Rejects with the
 * listener's error, EADDRINUSE if the port is taken.
 */
export async function serveBrowser(options: BrowserOptions): Promise<BrowserServer> {
  const secrets = createSessionKeys();
  const { promise: listening, resolve: listensAt } = Promise.withResolvers<End>();
  const sessions = bindToUsers(options.sessions, listening);
  const server = fastify({
    // A filter of 8 KiB makes a URL longer than the default limit of 16 KiB.
    http: { maxHeaderSize: 64 * 1024 },
    routerOptions: { maxParamLength: 8192 },
    bodyLimit: 32 * 1024 * 1024,
    forceCloseConnections: true,
  });

  server.addHook("onRequest", async (request, reply) => {
    reply.headers(securityHeaders).header("cache-control", "no-store");
    const refused = refuseForeign({
      port: request.socket.localPort,
      host: request.headers.host,
      origin: request.headers.origin,
      fetchSite: first(request.headers["sec-fetch-site"]),
      isFramed: framing.has(first(request.headers["sec-fetch-dest"]) ?? ""),
      mayBeFramed: findFramedPage(request.url) !== undefined,
    });
    if (refused !== null) return reply.code(403).send({ error: refused });
  });

  await server.register(fastifyCookie);
  await server.register(async (scope) => servePage(scope, options.pageDir));
  await server.register(async (scope) => serveSession(scope, secrets, sessions), {
    prefix: "/session",
  });
  if (options.hasWindows === true) serveWindow(server, sessions);
  const { channelSecret } = options;
  if (channelSecret !== undefined) {
    await server.register(async (scope) => serveKeys(scope, secrets, channelSecret));
  }
  await server.register(async (scope) => serveRouter(scope, options, sessions), {
    prefix: "/trpc",
  });
  await server.register(async (scope) => {
    requireSession(scope, sessions);
    serveFiles(scope, options.files, options.onFault);
  });
  await server.listen({ host: "127.0.0.1", port: options.port });
  const address = server.server.address();
  const port = typeof address === "object" && address !== null ? address.port : options.port;
  listensAt({ address: "127.0.0.1", port });
  return {
    port,
    url: addressWith(port, secrets.issue()),
    close: () => server.close(),
  };
}

/** Values of `sec-fetch-dest` for documents embedded in another page. */
const framing: ReadonlySet<string> = new Set(["iframe", "frame", "embed", "object", "fencedframe"]);

/** Serves the page's files, and the page itself for each of its routes. */
export async function servePage(scope: FastifyInstance, pageDir: string): Promise<void> {
  await scope.register(fastifyStatic, {
    root: pageDir,
    cacheControl: false,
    dotfiles: "ignore",
    setHeaders: (reply, path) => {
      reply.header("cache-control", pageCacheControl(path.slice(pageDir.length)));
    },
  });
  scope.get("/frames/*", (request, reply) => {
    const framed = findFramedPage(request.url);
    if (framed === undefined) return reply.callNotFound();
    return reply.headers(framedHeaders(framed)).send(framed.body);
  });
  // Serves the page's own routes when they are opened or reloaded by address.
  scope.setNotFoundHandler((request, reply) => {
    if (isPageRoute(request)) return reply.sendFile("index.html");
    return reply.code(404).send({ error: "not found" });
  });
}

/** Returns true for a navigation to a path that isn't a file, such as `/m/abc`. */
function isPageRoute(request: FastifyRequest): boolean {
  const path = request.url.split("?", 1)[0] ?? "";
  return (
    (request.method === "GET" || request.method === "HEAD") &&
    (request.headers.accept ?? "").includes("text/html") &&
    !/\.[a-z0-9]+$/i.test(path)
  );
}

/** Issues a key to another start on the same folder, which has read the secret there. */
async function serveKeys(
  scope: FastifyInstance,
  secrets: SessionKeys,
  channelSecret: string,
): Promise<void> {
  scope.post(keysPath, async (request, reply) => {
    if (!equals(request.headers.authorization ?? "", `Bearer ${channelSecret}`)) {
      return reply.code(401).send({ error: "only a start on the same folder is given a key" });
    }
    return { key: secrets.issue() };
  });
}

async function serveSession(
  scope: FastifyInstance,
  secrets: SessionKeys,
  sessions: UserSessions,
): Promise<void> {
  // The page checks its session here after losing the connection to its host.
  scope.get("/", async (request, reply) => {
    if (await sessions.has(request)) return reply.code(204).send();
    const challenge = await sessions.challenge();
    return reply.code(401).send({ ...unauthorized, ...(challenge !== null && { challenge }) });
  });
  const trade = z.union([z.object({ key: z.string() }), z.object({ proof: z.string() })]);
  scope.post("/", async (request, reply) => {
    const body = trade.safeParse(request.body);
    if (!body.success) return reply.code(400).send({ error: "expected JSON {key}" });
    if ("proof" in body.data) {
      const isProved = await sessions.resume(request, reply, body.data.proof);
      return isProved ? reply.code(204).send() : reply.code(401).send(unauthorized);
    }
    // A key isn't used up if the sender can't get a session.
    if (!(await sessions.canGive(request)) || !secrets.take(body.data.key)) {
      // The address was opened again in a browser that already has a session.
      if (await sessions.has(request)) return reply.code(204).send();
      return reply.code(401).send({ error: usedKey });
    }
    await sessions.give(request, reply, pageSecretOf(body.data.key));
    return reply.code(204).send();
  });
}

async function serveRouter(
  scope: FastifyInstance,
  { app, onFault }: BrowserOptions,
  sessions: UserSessions,
): Promise<void> {
  requireSession(scope, sessions);
  const notFound: RouteHandlerMethod = (_request, reply) =>
    reply.code(404).send({ error: "not found" });
  // Without these the page's wildcard would answer before the cookie is checked.
  scope.all("/", notFound);
  scope.all("/*", notFound);
  const trpc: FastifyTRPCPluginOptions<AppRouter> = {
    trpcOptions: {
      router: appRouter,
      createContext: () => ({ app }),
      onError: ({ error }) => reportFault(error, onFault),
      // Rejected queries, such as an incomplete filter, return 200: browsers log any other status to their
      // console. The error is in the response body.
      responseMeta: ({ errors, type }) => {
        const isRefused = errors.length > 0 && errors.every(({ code }) => code === "BAD_REQUEST");
        return type === "query" && isRefused ? { status: 200 } : {};
      },
    },
  };
  await scope.register(fastifyTRPCPlugin, trpc);
}

function requireSession(scope: FastifyInstance, sessions: UserSessions): void {
  scope.addHook("onRequest", async (request, reply) => {
    if (!(await sessions.has(request))) return reply.code(401).send(unauthorized);
  });
}

function reportFault(error: TRPCError, onFault: BrowserOptions["onFault"]): void {
  if (error.code === "INTERNAL_SERVER_ERROR") onFault?.(error.cause ?? error);
}

const usedKey =
  "this address was used already or is of an earlier start: start Tidemark again on the same folder, and it prints a fresh one";

/** Uses the router's error format, so the page handles one kind of error only. */
const unauthorized = {
  error: {
    message:
      "open an address that Tidemark printed; each works once, another start prints a fresh one",
    code: -32001,
    data: { code: "UNAUTHORIZED", httpStatus: 401, app: null },
  },
};

function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

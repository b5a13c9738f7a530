import { appError, AppFailure, notFound, parseJson } from "@tidemark/core";
import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  RouteOptions,
} from "fastify";
import { leaveOutDefaults } from "./leave-out-defaults.ts";
import { readMessage } from "./read-message.ts";
import { type Rpc, rpcs } from "./rpc-table.ts";
import { z } from "zod";

const prefix = "/memos.api.v1.";
const encodings = ["identity", "gzip", "deflate", "br", "zstd"];
const methods: HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Implements the unary JSON protocol of Connect on the routes of `/api/v1`. Each method mounts its route a
 * second time, with the same access, limits, schemas and handler, after translating the message
 * (docs/adr/0037). Call it before anything else that reads routes, and register the returned plugin after
 * them.
 */
export function installConnect(app: FastifyInstance): FastifyPluginAsync {
  const routes = new Map<string, KnownRoute>();
  app.addHook("onRoute", (route) => {
    if (route.constraints?.["form"] !== undefined) return;
    const known = { written: { ...route }, complete: route };
    for (const method of [route.method].flat()) routes.set(routeName(method, route.url), known);
  });

  return async (mounted) => {
    // On the plugin and not on its routes, whose own hooks begin with the decompression of bodies.
    mounted.addHook("preParsing", requireJson);
    for (const rpc of rpcs) {
      const route = routes.get(rpc.route);
      if (route === undefined) throw new Error(`${rpc.method} has no route ${rpc.route}`);
      mounted.route(mountedRoute(rpc, route));
    }
    mounted.route({
      method: methods,
      url: `${prefix}*`,
      schema: { hide: true },
      config: { access: "anyone", rpc: { isRead: true } },
      // Before the body is read.
      onRequest: async (request, reply) => {
        throw new AppFailure(noSuchMethod(request, reply));
      },
      handler: () => undefined,
    });
  };
}

interface KnownRoute {
  /** The route as its plugin wrote it, since hooks that others add are also added to the second route. */
  readonly written: RouteOptions;
  /** The same route, including the declaration of its plugin's scope. */
  readonly complete: RouteOptions;
}

/** Returns `GET /memos/{memo}` for a GET of `/api/v1/memos/:memo`. */
function routeName(method: string, url: string): string {
  const path = url
    .replace(/^\/api\/v1/, "")
    .replaceAll(/\([^)]*\)/g, "")
    .replaceAll("::", "\0")
    .replaceAll(/:(\w+)/g, "{$1}")
    .replaceAll("\0", ":");
  return `${method} ${path}`;
}

function mountedRoute(rpc: Rpc, { written, complete }: KnownRoute): RouteOptions {
  const { bodyLimit, handler, preHandler, preParsing, preValidation, schema } = written;
  return {
    method: "POST",
    url: `${prefix}${rpc.service}/${rpc.method}`,
    handler,
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(preHandler !== undefined && { preHandler }),
    config: { ...complete.config, rpc: { isRead: rpc.route.startsWith("GET ") } },
    schema: { ...schema, hide: true },
    ...(preParsing !== undefined && { preParsing }),
    preValidation: [
      async (request) => {
        const { params, query, body } = readMessage(rpc, request.body);
        Object.assign(request, { params, query, body });
      },
      ...[preValidation ?? []].flat(),
    ],
    onSend: (_request, reply, payload, done) => {
      if (reply.statusCode !== 200) done(null, payload);
      else done(null, answerText(rpc, reply, payload));
    },
  };
}

/** Requires the only supported codec. Another site's page can't send this type without a preflight. */
async function requireJson(request: FastifyRequest): Promise<void> {
  const { "content-type": type = "", "content-encoding": encoding = "identity" } = request.headers;
  if (!/^application\/json *(?:; *charset="?utf-?8"?)? *$/i.test(type)) {
    throw new AppFailure(appError("UNSUPPORTED_MEDIA_TYPE", "messages are application/json"));
  }
  if (!encodings.includes(encoding.toLowerCase())) {
    const known = encodings.join(", ");
    throw new AppFailure(appError("UNIMPLEMENTED", `content-encoding is not one of ${known}`));
  }
}

/** Converts a route's answer to the protocol. */
function answerText(rpc: Rpc, reply: FastifyReply, payload: unknown): string {
  if (typeof payload !== "string" && !Buffer.isBuffer(payload)) {
    throw new TypeError(`${rpc.method} does not answer with JSON`);
  }
  const answer = parseJson(z.record(z.string(), z.unknown()), payload.toString());
  for (const [key, second] of Object.entries(rpc.alsoAs ?? {})) answer[second] = answer[key];
  reply.header("content-type", "application/json");
  reply.removeHeader("content-length");
  return JSON.stringify(leaveOutDefaults(answer));
}

function noSuchMethod(request: FastifyRequest, reply: FastifyReply) {
  const path = (request.params as { readonly "*": string })["*"];
  const [service, method] = path.split("/", 2);
  const methodsOfService = rpcs.filter((rpc) => rpc.service === service);
  if (methodsOfService.length === 0 || !/^\w+\/\w+$/.test(path)) return notFound();
  // A percent-encoded slash isn't a method's path.
  if (request.url.includes("%")) return notFound();
  if (!methodsOfService.some((rpc) => rpc.method === method)) {
    return appError("UNIMPLEMENTED", `${service} has no method ${method}`);
  }
  reply.header("allow", "POST");
  return appError("METHOD_NOT_ALLOWED", `${request.method} is not possible here`);
}

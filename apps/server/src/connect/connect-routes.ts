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
 * The unary JSON protocol of Connect over the routes of `/api/v1`: each method is its route mounted
 * a second time, with the route's access, limits, schemas and handler, and a translation of the message
 * in front of them (docs/adr/0037). To be called before anything else that looks at routes; gives back
 * the plugin to be registered after them.
 */
export function installConnect(app: FastifyInstance): FastifyPluginAsync {
  const routes = new Map<string, KnownRoute>();
  app.addHook("onRoute", (route) => {
    if (route.constraints?.["form"] !== undefined) return;
    const known = { written: { ...route }, complete: route };
    for (const method of [route.method].flat()) routes.set(routeName(method, route.url), known);
  });

  return async (mounted) => {
    // Of this plugin and not of its routes, whose own hooks begin with the unpacking of bodies.
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
      // Before anything of a body is read.
      onRequest: async (request, reply) => {
        throw new AppFailure(noSuchMethod(request, reply));
      },
      handler: () => undefined,
    });
  };
}

interface KnownRoute {
  /** As its plugin wrote it: others put hooks into a route that they put into its second one too. */
  readonly written: RouteOptions;
  /** The same with what its plugin's scope declares of it. */
  readonly complete: RouteOptions;
}

/** `GET /memos/{memo}` for a GET of `/api/v1/memos/:memo`. */
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

/** The one codec here; a page of another site cannot send this type unasked. */
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

/** A route's answer as the protocol has it. */
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
  // A slash that was percent-encoded: no path of a method.
  if (request.url.includes("%")) return notFound();
  if (!methodsOfService.some((rpc) => rpc.method === method)) {
    return appError("UNIMPLEMENTED", `${service} has no method ${method}`);
  }
  reply.header("allow", "POST");
  return appError("METHOD_NOT_ALLOWED", `${request.method} is not possible here`);
}

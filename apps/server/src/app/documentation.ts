import type { FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { declareRoutes } from "../http/routing/route-declaration.ts";
import type { AppDeps } from "../rest/shared/app-deps.ts";
import { loadOnce } from "../http/routing/load-once.ts";
import type { Documented } from "./documented.ts";
import type { App } from "./open-fastify.ts";

export interface Documentation {
  /** Returns the OpenAPI document. */
  describe(): Promise<object>;
}

/** Paths of the documentation page. */
const paths = ["/docs", "/docs/json", "/docs/yaml", "/docs/static/*"];
const policy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/**
 * Documents `routes`, which may be mounted later: the OpenAPI document, and a page at `/docs`. The generators
 * are loaded on first use, because they are large and rarely needed.
 */
export async function installDocumentation(
  app: App,
  { version, config }: AppDeps,
  routes: readonly RouteOptions[],
): Promise<Documentation> {
  const open = loadOnce(async () => {
    const { openDocumented } = await import("./documented.ts");
    const documented = await openDocumented(routes, { version, publicUrl: config.publicUrl });
    return { documented, page: keepCompressed(documented) };
  });
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { page } = await open();
    const { status, headers, body, compressed } = await page(request);
    if (status === 404) return reply.callNotFound();
    reply.status(status).headers({ ...headers, "content-security-policy": policy });
    if (compressed === undefined) return reply.send(body);
    reply.header("vary", "accept-encoding");
    if (!takesGzip(request)) return reply.send(body);
    return reply.header("content-encoding", "gzip").send(compressed);
  };
  await app.register(async (scope) => {
    declareRoutes(scope, { family: "docs", access: "anyone" });
    const schema = { hide: true };
    for (const path of paths) scope.get(path, { schema, prefixTrailingSlash: "both" }, answer);
    scope.get("/docs/", { schema }, answer);
  });
  return { describe: async () => (await open()).documented.describe() };
}

type Page = Documented["page"];
type Answer = Awaited<ReturnType<Page>>;

const gzipAsync = promisify(gzip);

/**
 * Caches the answers that are the same for all callers, and their compressed form: they are large and public.
 * Their number is limited by the page's files.
 */
export function keepCompressed({ page }: Pick<Documented, "page">) {
  const kept = new Map<string, Promise<Answer & { readonly compressed: Buffer | undefined }>>();
  const compress = async (answer: Answer) => {
    const { body } = answer;
    return { ...answer, compressed: body === undefined ? body : await gzipAsync(body) };
  };
  return async (request: FastifyRequest) => {
    const [path = ""] = request.url.split("?", 1);
    const isFile = path.startsWith("/docs/static/");
    const isPart = isFile && conditions.some((name) => request.headers[name] !== undefined);
    const known = isPart ? undefined : kept.get(path);
    if (known !== undefined) return known;
    const answer = await page(request);
    // The page itself is small, and isn't compressed.
    if (answer.status !== 200 || path.endsWith("/") || path === "/docs") {
      return { ...answer, compressed: undefined };
    }
    const made = kept.get(path) ?? compress(answer);
    kept.set(path, made);
    return made;
  };
}

/** Headers with which the answer may be a range, or 304. */
const conditions = ["range", "if-range", "if-none-match", "if-modified-since"];

function takesGzip({ headers }: FastifyRequest): boolean {
  return /\bgzip\b(?! *; *q=0(?:\.0*)? *(?:,|$))/i.test(
    headers["accept-encoding"]?.toString() ?? "",
  );
}

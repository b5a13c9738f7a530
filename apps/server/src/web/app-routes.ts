import { findFramedPage, framedHeaders, framedPaths } from "@tidemark/core/page";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import mime from "mime";
import type { RouteDeclaration } from "../http/routing/route-declaration.ts";
import type { AppDeps } from "../rest/shared/app-deps.ts";
import { answerFailures } from "./notices.ts";
import { sendUnbuilt } from "./open-app.ts";
import { isHttps, redirectTo, setAppHeaders } from "./page-headers.ts";
import { isSignedIn } from "./signed-in.ts";

const schema = { hide: true };
/** Files at the top of a build, beside those below `/assets` and `/icons`. */
const topFiles = ["manifest.webmanifest", "service-worker.js", "THIRD-PARTY-NOTICES.txt"] as const;
/** The same bytes for every caller. */
const ofFiles = { family: "asset", access: "anyone" } satisfies RouteDeclaration;

/**
 * Serves the app's page: `/` for signed-in browsers, and the page's files for everyone.
 * Without a session, `/` leads to the sign-in page.
 */
export const appRoutes: FastifyPluginAsync<Pick<AppDeps, "config" | "page">> = async (
  app,
  { config: { publicUrl }, page = null },
) => {
  answerFailures(app);

  app.get("/", { schema, compress: false }, async (request, reply) => {
    if (!isSignedIn(request)) return redirectTo(reply, "/sign-in");
    const isSent = await sendFile(request, reply, "index.html");
    if (isSent) return reply;
    return sendUnbuilt({ request, reply, page, path: "/" });
  });

  const serveFile = (path: string) => async (request: FastifyRequest, reply: FastifyReply) =>
    (await sendFile(request, reply, path)) ? reply : reply.callNotFound();
  const options = { schema, config: ofFiles, compress: false } as const;
  for (const name of topFiles) app.get(`/${name}`, options, serveFile(name));
  for (const folder of ["assets", "icons"]) {
    app.get<{ Params: { "*": string } }>(`/${folder}/*`, options, (request, reply) =>
      serveFile(`${folder}/${request.params["*"]}`)(request, reply),
    );
  }
  for (const path of framedPaths) {
    const framed = findFramedPage(path);
    if (framed === undefined) continue;
    app.get(path, options, async (request, reply) => {
      setAppHeaders(reply, isHttps(request, publicUrl), {
        ...framedHeaders(framed),
        // Its frame has no origin, so no service worker answers: without a network the browser's cache does.
        "cache-control": "private, max-age=604800",
      });
      return reply.send(framed.body);
    });
  }

  /** Sends a file of the build; false if there is none. */
  async function sendFile(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
  ): Promise<boolean> {
    const accepted = acceptedEncodings(request);
    const file = (await page?.builds.open(path, (encoding) => accepted.has(encoding))) ?? null;
    if (file === null) return false;
    const { handle, bytes, encoding, version } = file;
    setAppHeaders(reply, isHttps(request, publicUrl));
    const isPart = path.startsWith("assets/");
    const etag = `"${version}${encoding === null ? "" : `-${encoding}`}"`;
    reply.headers({
      "content-type": contentType(path),
      // Names of parts contain a hash of their content.
      "cache-control": isPart ? "public, max-age=31536000, immutable" : "no-cache",
      vary: "accept-encoding",
      etag,
      ...(encoding !== null && { "content-encoding": encoding }),
    });
    if (request.headers["if-none-match"]?.includes(etag) === true) {
      await handle.close();
      reply.removeHeader("content-encoding").code(304).send();
      return true;
    }
    if (request.method === "HEAD") {
      await handle.close();
      reply.header("content-length", bytes).send();
      return true;
    }
    reply.header("content-length", bytes).send(handle.createReadStream());
    return true;
  }
};

function contentType(path: string): string {
  const type = mime.getType(path) ?? "application/octet-stream";
  const isText = /^text\/|javascript$|json$|svg\+xml$/.test(type);
  return isText ? `${type}; charset=utf-8` : type;
}

/** Returns the encodings that a browser accepts. */
function acceptedEncodings({ headers }: FastifyRequest): ReadonlySet<string> {
  const accepted = (headers["accept-encoding"]?.toString() ?? "").slice(0, 500).split(",");
  return new Set(
    accepted
      .map((part) =>
        part
          .trim()
          .toLowerCase()
          .split(/\s*;\s*/),
      )
      .filter(([, weight]) => weight === undefined || !/^q=0(?:\.0*)?$/.test(weight))
      .map(([encoding = ""]) => encoding),
  );
}

import { readFile } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { net, protocol } from "electron";
import { isFilesPath, type PageFiles } from "@tidemark/replica/rpc";
import { streamOf } from "@tidemark/transfer/streams";
import { findFramedPage, framedHeaders, securityHeaders } from "@tidemark/core/page";
import { appOrigin, appScheme } from "../page/app-origin.ts";
import { pageCacheControl } from "../page/cache-control.ts";

const contentTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

/** Registers the page's scheme. Call it before the app is ready. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      privileges: {
        standard: true,
        secure: true,
        supportFetchAPI: true,
        codeCache: true,
        // Otherwise audio and video only play once the whole file is loaded.
        stream: true,
      },
    },
  ]);
}

/** Serves the page's origin: the memos' files from `files`, everything else from the built page's folder. */
export function handlePageScheme(pageDir: string, files: PageFiles): void {
  protocol.handle(appScheme, (request) => {
    const url = new URL(request.url);
    if (originOf(url) !== appOrigin) return refuse();
    return isFilesPath(url.pathname)
      ? answerFiles(url, request, files)
      : servePageFile(pageDir, url, request);
  });
}

/** Serves the memos' files to a page from a development server, which doesn't have them. */
export function handleDevFiles(devUrl: string, files: PageFiles): void {
  const { origin, protocol: scheme } = new URL(devUrl);
  protocol.handle(scheme.slice(0, -1), (request) => {
    const url = new URL(request.url);
    return url.origin === origin && isFilesPath(url.pathname)
      ? answerFiles(url, request, files)
      : net.fetch(request, { bypassCustomProtocolHandlers: true });
  });
}

async function answerFiles(url: URL, request: Request, files: PageFiles): Promise<Response> {
  const { status, headers, body } = await files({
    method: request.method,
    url: `${url.pathname}${url.search}`,
    headers: Object.fromEntries(request.headers),
    body: request.body,
  });
  const answered = { status, headers: { ...securityHeaders, ...headers } };
  return new Response(body === null ? null : streamOf(body), answered);
}

async function servePageFile(pageDir: string, url: URL, request: Request): Promise<Response> {
  const framed = findFramedPage(url.pathname);
  if (framed !== undefined) return new Response(framed.body, { headers: framedHeaders(framed) });
  const name = decodePath(url.pathname);
  const file = join(pageDir, name);
  if (!file.startsWith(pageDir + sep) || request.method !== "GET") return refuse();
  try {
    const body = new Uint8Array(await readFile(file));
    const type = contentTypes[extname(file)] ?? "application/octet-stream";
    return new Response(body, {
      headers: {
        ...securityHeaders,
        "content-type": type,
        "cache-control": pageCacheControl(name),
      },
    });
  } catch {
    return refuse();
  }
}

/** Returns the file path of a URL path; "/" if it can't be decoded. */
function decodePath(pathname: string): string {
  try {
    return pathname === "/" ? "/index.html" : decodeURIComponent(pathname);
  } catch {
    return "/";
  }
}

/** `URL.origin` is opaque for non-web schemes. */
function originOf(url: URL): string {
  return `${url.protocol}//${url.host}`;
}

function refuse(): Response {
  return new Response("not found", { status: 404, headers: { ...securityHeaders } });
}

import { readFile } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { protocol } from "electron";
import { appOrigin, appScheme } from "../page/app-origin.ts";
import { pageCacheControl } from "../page/cache-control.ts";
import { securityHeaders } from "../page/security-headers.ts";

const contentTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

/** To be called before the app is ready. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/** Answers the page's origin from the folder of the built page, and nothing else. */
export function handlePageScheme(pageDir: string): void {
  protocol.handle(appScheme, (request) => servePageFile(pageDir, request));
}

async function servePageFile(pageDir: string, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const name = decodePath(url.pathname);
  const file = join(pageDir, name);
  const isOurs = `${url.protocol}//${url.host}` === appOrigin && file.startsWith(pageDir + sep);
  if (!isOurs || request.method !== "GET") return refuse();
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

/** An address that cannot be decoded names no file. */
function decodePath(pathname: string): string {
  try {
    return pathname === "/" ? "/index.html" : decodeURIComponent(pathname);
  } catch {
    return "/";
  }
}

function refuse(): Response {
  return new Response("not found", { status: 404, headers: { ...securityHeaders } });
}

import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { parseJson } from "@tidemark/core";
import { contentSecurityPolicy } from "@tidemark/core/page";
import { z } from "zod";
import { ensureWeb } from "../../apps/web/build/ensure-built.ts";
import { openPort } from "../../scripts/field-cases/open-port.ts";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** Policy of the page as the server sends it. */
const policy = contentSecurityPolicy({ compilesWasm: true });

/** The built page on a port of its own. Disposing stops it. */
export interface ServedPage extends AsyncDisposable {
  readonly url: string;
  /** False breaks every connection to the Tidemark server; the files of the page are still served. */
  setReachable(isReachable: boolean): void;
}

/**
 * Serves the built page. `answer` may answer a request itself; others are forwarded to a Tidemark server, if
 * there is one.
 */
export async function servePage(
  server: {
    readonly url: string;
    readonly answer: (path: string, response: ServerResponse) => Promise<boolean>;
  } | null = null,
): Promise<ServedPage> {
  const folder = await ensureWeb({ signal: new AbortController().signal, log: console.error });
  const built = readFileSync(join(folder, "build.json"), "utf8");
  const files = new Set(parseJson(z.object({ files: z.array(z.string()) }), built).files);

  function answerFile(file: string, request: IncomingMessage, response: ServerResponse): void {
    const accepted = request.headers["accept-encoding"] ?? "";
    response.setHeader("content-type", types[extname(file)] ?? "application/octet-stream");
    response.setHeader("content-security-policy", policy);
    response.setHeader("x-content-type-options", "nosniff");
    const isHashed = file.startsWith("assets/");
    const caching = isHashed ? "public, max-age=31536000, immutable" : "no-cache";
    response.setHeader("cache-control", caching);
    for (const [name, ending] of [
      ["br", ".br"],
      ["gzip", ".gz"],
    ] as const) {
      if (!accepted.includes(name)) continue;
      try {
        const bytes = readFileSync(join(folder, `${file}${ending}`));
        response.setHeader("content-encoding", name);
        response.end(bytes);
        return;
      } catch {
        // It has no copy of this kind.
      }
    }
    response.end(readFileSync(join(folder, file)));
  }

  const forwarded = new Set<ServerResponse>();
  let isReachable = true;

  function forward(request: IncomingMessage, response: ServerResponse): void {
    if (!isReachable) {
      response.destroy();
      return;
    }
    if (server === null) {
      response.writeHead(404).end();
      return;
    }
    // The host stays, since the server compares the page's origin with it.
    const { headers } = request;
    const asked = ask(
      new URL(request.url ?? "/", server.url),
      { method: request.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    asked.on("error", () => response.destroy());
    forwarded.add(response);
    response.on("close", () => {
      forwarded.delete(response);
      asked.destroy();
    });
    request.pipe(asked);
  }

  const port = await openPort(
    createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://localhost");
      const file = pathname === "/" ? "index.html" : pathname.slice(1);
      if (files.has(file)) {
        answerFile(file, request, response);
        return;
      }
      void (server?.answer(pathname, response) ?? Promise.resolve(false)).then(
        (isAnswered) => isAnswered || forward(request, response),
      );
    }),
  );
  return {
    url: port.url,
    setReachable(wanted) {
      isReachable = wanted;
      if (!wanted) for (const response of forwarded) response.destroy();
    },
    [Symbol.asyncDispose]: () => port[Symbol.asyncDispose](),
  };
}

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { build } from "vite";
import { openPort } from "../../scripts/field-cases/open-port.ts";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
};

/** Page with the worker of the tests, on a port of its own. Disposing stops it. */
export interface ServedWorker extends AsyncDisposable {
  readonly url: string;
}

/** Bundles a worker for the browser and serves it beside an empty page. */
export async function serveWorker(entry: string): Promise<ServedWorker> {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-worker-"));
  await build({
    configFile: false,
    logLevel: "warn",
    root: resolve(import.meta.dirname, "../.."),
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: "esnext",
      minify: false,
      rolldownOptions: { input: entry, output: { entryFileNames: "worker.js" } },
    },
  });
  const server = await openPort(
    createServer((request, response) => {
      const path = new URL(request.url ?? "/", "http://localhost").pathname;
      response.setHeader(
        "content-security-policy",
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'",
      );
      try {
        const body = path === "/" ? "<!doctype html>" : readFileSync(join(folder, path));
        response.setHeader("content-type", types[extname(path)] ?? "text/html");
        response.end(body);
      } catch {
        response.writeHead(404).end();
      }
    }),
  );
  return {
    url: server.url,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

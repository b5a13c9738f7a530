import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { PageFiles } from "@tidemark/replica/rpc";

/** Time that a rejected upload may continue, so the page can read the error, before it is cut. */
const lingerMs = 2000;

/** Registers the routes for the page's files; bodies are streams of any type. */
export function serveFiles(
  scope: FastifyInstance,
  files: PageFiles,
  onFault: (error: Error) => void = () => {},
): void {
  scope.setErrorHandler<Error>((error, request, reply) => {
    onFault(error);
    cutAfterwards(request);
    return reply.code(500).send({ error: null });
  });
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
  const handle = async (request: FastifyRequest) => {
    const { method, url, headers, body } = request;
    const single = Object.entries(headers).map(([name, value]) => [name, [value].flat()[0]]);
    return files({
      method,
      url,
      headers: Object.fromEntries(single),
      body: body instanceof Readable ? body : null,
    });
  };
  for (const url of [
    "/files",
    "/file/*",
    "/import/*",
    "/export/*",
    "/export.zip",
    "/export.json.zip",
  ]) {
    scope.all(url, async (request, reply) => {
      const answer = await handle(request);
      cutAfterwards(request);
      reply.code(answer.status).headers(answer.headers);
      const { body } = answer;
      if (body === null) return reply.send();
      return reply.send(body instanceof Readable ? body : Readable.from(body));
    });
  }
}

/** Disconnects a client that keeps sending after its response. */
function cutAfterwards({ raw }: FastifyRequest): void {
  if (raw.complete) return;
  raw.resume();
  const cut = setTimeout(() => raw.socket.destroy(), lingerMs);
  cut.unref();
  raw.once("end", () => clearTimeout(cut));
}

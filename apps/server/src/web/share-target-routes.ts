import type { FastifyPluginAsync } from "fastify";
import type { Readable } from "node:stream";
import { noticePage } from "./door-page.ts";
import { doorWords } from "./door-words.ts";
import { redirectTo, sendPage } from "./page-headers.ts";

/** Number of bytes of a body after which the answer is sent, and the connection closed. */
const readBytes = 1024 * 1024;

/**
 * Answers the path to which browsers post what other apps share. The app's service worker takes those requests
 * before they reach the network, so here the browser has none yet. Bodies are ignored: other sites can post here.
 */
export const shareTargetRoutes: FastifyPluginAsync = async (app) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, payload, done) => {
    ignore(payload, () => done(null));
  });

  const schema = { hide: true };
  app.get("/share", { schema }, (_request, reply) => redirectTo(reply, "/"));
  app.post("/share", { schema }, (request, reply) => {
    const { language, words } = doorWords(request);
    if (!request.raw.complete) reply.header("connection", "close");
    return sendPage(
      request,
      reply,
      409,
      noticePage({
        language,
        title: words.notShared,
        text: words.notSharedBody,
        link: { label: words.openTidemark, path: "/" },
      }),
    );
  });
};

/** Reads a body's start, since browsers show no answer that comes before they have sent it. */
function ignore(body: Readable, done: () => void): void {
  let bytes = 0;
  let isDone = false;
  const end = (): void => {
    if (!isDone) done();
    isDone = true;
  };
  body.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= readBytes) return;
    body.pause();
    end();
  });
  for (const ending of ["end", "error", "close"]) body.once(ending, end);
}

import { AppFailure } from "@tidemark/core";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isPageNavigation } from "../http/routing/page-navigation.ts";
import type { Page } from "../pages/page-document.ts";
import { pageWords } from "../pages/page-words.ts";
import { noticePage } from "./door-page.ts";
import { doorWords } from "./door-words.ts";
import { withNext } from "./own-path.ts";
import { sendPage } from "./page-headers.ts";

/**
 * Sends the page for unknown paths if a browser navigates there. Returns false for other requests, which get
 * JSON.
 */
export function answerLostNavigation(request: FastifyRequest, reply: FastifyReply): boolean {
  if (!isPageNavigation(request)) return false;
  void sendLost(request, reply);
  return true;
}

/** Sends the page for paths that lead nowhere. */
export function sendLost(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { language, words } = doorWords(request);
  const link = { label: words.openTidemark, path: "/" };
  const parts = { language, title: words.noPage, text: words.noPageBody, link };
  return sendPage(request, reply, 404, noticePage(parts));
}

/** Returns the page for a memo's link that was opened without a session. */
export function signInFirstPage(request: FastifyRequest, path: string): Page {
  const { language, words } = doorWords(request);
  return noticePage({
    language,
    title: words.signInFirst,
    text: words.signInFirstBody,
    link: { label: words.signIn, path: withNext("/sign-in", path) },
  });
}

/** Seconds between two looks at whether the build is done. */
const reloadS = 3;

/** Returns the page that stands in for the app without a build. While it is built, the page loads `path`. */
export function unbuiltPage(
  request: FastifyRequest,
  state: "building" | "failed" | "absent",
  path: string,
): Page {
  const { language, words } = doorWords(request);
  switch (state) {
    case "building":
      return noticePage({
        language,
        title: words.preparing,
        text: words.preparingBody,
        reload: { afterS: reloadS, path },
      });
    case "failed":
      return noticePage({ language, title: words.buildFailed, text: words.buildFailedBody });
    case "absent":
      return noticePage({ language, title: words.noApp, text: words.noAppBody });
  }
}

/** Answers failures of a scope's routes with pages. Unexpected errors are left to the server's handler. */
export function answerFailures(scope: FastifyInstance): void {
  scope.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const failed = failureOf(error);
    if (failed === null) throw error;
    const { language, words } = doorWords(request);
    const { busy, busyBody } = pageWords[language];
    if (failed === "busy") {
      const { retryAfterMs = 1000 } = error instanceof AppFailure ? error.error : {};
      reply.header("retry-after", Math.max(1, Math.ceil(retryAfterMs / 1000)));
      return sendPage(request, reply, 429, noticePage({ language, title: busy, text: busyBody }));
    }
    const [status, text] =
      failed === "cross-site" ? [403, words.crossSite] : [failed, words.unreadable];
    return sendPage(
      request,
      reply,
      status,
      noticePage({
        language,
        title: words.notSent,
        text,
        link: { label: words.openTidemark, path: "/" },
      }),
    );
  });
}

/** Returns the kind of an expected failure, or the status of an invalid form; null for other errors. */
function failureOf(error: Error & { statusCode?: number }): "busy" | "cross-site" | number | null {
  if (error instanceof AppFailure) {
    switch (error.error.code) {
      case "RESOURCE_EXHAUSTED":
        return "busy";
      case "PERMISSION_DENIED":
        return "cross-site";
      case "INVALID_ARGUMENT":
        return 400;
      case "TOO_LARGE":
        return 413;
      default:
        return null;
    }
  }
  const { statusCode = 500 } = error;
  return statusCode >= 400 && statusCode < 500 ? statusCode : null;
}

import type { FastifyRequest } from "fastify";

/** Paths of programs, which get JSON whatever they accept. */
const ofPrograms = /^\/(?:api|sync|file|memos\.api\.v1\.|healthz|readyz|metrics)/;

/** True if a browser navigates to a path that isn't of programs: the answer is shown to a person. */
export function isPageNavigation({ method, headers, url }: FastifyRequest): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const mode = headers["sec-fetch-mode"];
  if (mode !== undefined && mode !== "navigate") return false;
  return headers.accept?.includes("text/html") === true && !ofPrograms.test(url);
}

import { contentSecurityPolicy, securityHeaders } from "@tidemark/core/page";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Page } from "../pages/page-document.ts";

const appHeaders = {
  ...securityHeaders,
  "content-security-policy": contentSecurityPolicy({ compilesWasm: true }),
};

/** Headers of documents that browsers ignore over http, with a warning. */
const onlySecure = ["cross-origin-opener-policy", "origin-agent-cluster"];

/** True if browsers reach the server over https. */
export function isHttps({ protocol }: FastifyRequest, publicUrl: string | null): boolean {
  return protocol === "https" || publicUrl?.startsWith("https:") === true;
}

/** Sets the headers of a document or file of the app. */
export function setAppHeaders(
  reply: FastifyReply,
  secure: boolean,
  headers: Readonly<Record<string, string>> = appHeaders,
): void {
  reply.headers(headers);
  if (!secure) for (const name of onlySecure) reply.removeHeader(name);
}

/** Sends a page without scripts. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  { html, contentSecurityPolicy: policy, isIndexed }: Page,
): FastifyReply {
  if (request.protocol !== "https") for (const name of onlySecure) reply.removeHeader(name);
  return reply
    .code(status)
    .headers({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": "no-store",
      // With `no-referrer`, browsers send forms with the origin `null`.
      "referrer-policy": "same-origin",
      ...(!isIndexed && { "x-robots-tag": "noindex, nofollow" }),
      vary: "accept-language",
    })
    .send(html);
}

/** Sends a browser to another page of this server with a GET. */
export function redirectTo(reply: FastifyReply, path: string): FastifyReply {
  return reply.headers({ "cache-control": "no-store" }).redirect(path, 303);
}

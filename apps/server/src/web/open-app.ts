import type { FastifyReply, FastifyRequest } from "fastify";
import type { AppDeps } from "../rest/shared/app-deps.ts";
import { unbuiltPage } from "./notices.ts";
import { redirectTo, sendPage } from "./page-headers.ts";

interface AppRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Builds of the app's page; null on a server without it. */
  readonly page: NonNullable<AppDeps["page"]> | null;
  /** Path that was requested. */
  readonly path: string;
}

/** Sends a signed-in browser to a place in the app. */
export async function openInApp(asked: AppRequest, place: string): Promise<FastifyReply> {
  const isBuilt = (await asked.page?.builds.isBuilt()) === true;
  return isBuilt ? redirectTo(asked.reply, `/#${place}`) : sendUnbuilt(asked);
}

/** Sends the page that stands in for the app. It reloads the path, which keeps the place to open. */
export function sendUnbuilt({ request, reply, page, path }: AppRequest): FastifyReply {
  const state = page?.buildState() ?? "ended";
  const shown = state === "ended" ? "absent" : state;
  reply.header("retry-after", 3);
  return sendPage(request, reply, 503, unbuiltPage(request, shown, path));
}

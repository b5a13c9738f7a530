import type { FastifyReply, FastifyRequest } from "fastify";
import type { KeptSessions } from "./kept-sessions.ts";

/** Whether a request comes from a page that has a session here. */
export function hasSession(request: FastifyRequest, sessions: KeptSessions): boolean {
  const cookie = request.cookies[cookieName(request.socket.localPort)];
  return cookie !== undefined && sessions.isSession(cookie);
}

/** Begins a session for whoever gets the answer. */
export async function giveSession(
  request: FastifyRequest,
  reply: FastifyReply,
  sessions: KeptSessions,
): Promise<void> {
  void reply.setCookie(cookieName(request.socket.localPort), await sessions.begin(), {
    path: "/",
    httpOnly: true,
    sameSite: "strict",
  });
}

/** Cookies do not tell ports apart: two starts in one browser would overwrite each other's. */
function cookieName(port: number | undefined): string {
  return `tidemark-${port}`;
}

import type { FastifyReply, FastifyRequest } from "fastify";
import type { KeptSessions } from "./kept-sessions.ts";
import { askedOf } from "./page-proof.ts";
import { newSecret } from "./session-key.ts";
import { type End, namesUsers, userOfPeer } from "./peer-user.ts";

/** The sessions of a server, each good for connections of the user who began it. */
export interface UserSessions {
  /** Returns whether a request has the cookie of a session of its sender's. */
  has(request: FastifyRequest): Promise<boolean>;
  /** Returns whether the sender can be given a session: not where it is unknown whose process it is. */
  canGive(request: FastifyRequest): Promise<boolean>;
  /** Begins a session for a sender who can be given one. */
  give(request: FastifyRequest, reply: FastifyReply, page: string | null): Promise<void>;
  /** Returns what a page of an earlier process is to prove; null: its cookie is enough, or worth nothing. */
  challenge(): Promise<string | null>;
  /** Goes on with the session of a page that has proved itself; false: it has not. */
  resume(request: FastifyRequest, reply: FastifyReply, proof: string): Promise<boolean>;
}

/**
 * Binds sessions to the users of this machine. Browsers send a cookie of 127.0.0.1 to every port, so other
 * users' programs see it; the kernel says whose connection a request comes by (ADR 0092). Where it doesn't,
 * a cookie is good in the process that gave it, and pages of an earlier one prove that they have a secret.
 */
export function bindToUsers(sessions: KeptSessions, listening: Promise<End>): UserSessions {
  const named = listening.then(namesUsers);
  const challenge = newSecret();

  /** The sender; null: the system names no users. undefined: it names them, but not this one. */
  async function senderOf({ socket }: FastifyRequest): Promise<number | null | undefined> {
    if (!(await named)) return null;
    return (await userOfPeer(socket)) ?? undefined;
  }

  return {
    async has(request) {
      const cookie = request.cookies[cookieName(request.socket.localPort)];
      if (cookie === undefined) return false;
      const sender = await senderOf(request);
      return sender !== undefined && sessions.isSession(cookie, sender);
    },
    canGive: async (request) => (await senderOf(request)) !== undefined,
    async give(request, reply, page) {
      const sender = await senderOf(request);
      if (sender === undefined) throw new Error("a session belongs to a user");
      setCookie(request, reply, await sessions.begin(sender, page));
    },
    challenge: async () => ((await named) ? null : challenge),
    async resume(request, reply, proof) {
      const cookie = request.cookies[cookieName(request.socket.localPort)];
      if (cookie === undefined || (await named)) return false;
      const asked = askedOf(challenge, request.socket.localPort);
      const session = await sessions.resume(cookie, asked, proof);
      if (session === null) return false;
      setCookie(request, reply, session);
      return true;
    },
  };
}

function setCookie(request: FastifyRequest, reply: FastifyReply, value: string): void {
  const cookie = { path: "/", httpOnly: true, sameSite: "strict" } as const;
  void reply.setCookie(cookieName(request.socket.localPort), value, cookie);
}

/** Cookies do not tell ports apart: two starts in one browser would overwrite each other's. */
function cookieName(port: number | undefined): string {
  return `tidemark-${port}`;
}

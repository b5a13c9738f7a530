import type { FastifyReply, FastifyRequest } from "fastify";
import type { KeptSessions } from "./kept-sessions.ts";
import { askedOf } from "./page-proof.ts";
import { newSecret } from "./session-key.ts";
import { type End, namesUsers, userOfPeer } from "./peer-user.ts";

/** Sessions of a server, each valid for connections of the user who created it. */
export interface UserSessions {
  /** Returns true if the request has the cookie of one of the sender's sessions. */
  has(request: FastifyRequest): Promise<boolean>;
  /**
   * Returns true if the sender can be given a session: their user must be known if the system reports users.
   */
  canGive(request: FastifyRequest): Promise<boolean>;
  /** Creates a session for a sender who can be given one, and sets its cookie. */
  give(request: FastifyRequest, reply: FastifyReply, page: string | null): Promise<void>;
  /** Returns the challenge for pages of an earlier process; null if sessions are bound to system users. */
  challenge(): Promise<string | null>;
  /** Resumes the session of a page that proved it has its secret; false if the proof is wrong. */
  resume(request: FastifyRequest, reply: FastifyReply, proof: string): Promise<boolean>;
}

/**
 * Binds sessions to the users of this machine. Browsers send a cookie of 127.0.0.1 to every port, so other
 * users' programs see it. The kernel reports the user of each connection (ADR 0092). If it doesn't, a cookie
 * is valid only in the process that set it, and pages of an earlier one prove that they have a secret.
 */
export function bindToUsers(sessions: KeptSessions, listening: Promise<End>): UserSessions {
  const named = listening.then(namesUsers);
  const challenge = newSecret();

  /**
   * Returns the sender's user; null if the system reports no users, undefined if it doesn't know this one.
   */
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

/** Cookies ignore ports, so two instances in one browser would overwrite each other's. */
function cookieName(port: number | undefined): string {
  return `tidemark-${port}`;
}

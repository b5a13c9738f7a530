import { createHash, randomBytes } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { z } from "zod";
import { parseJson } from "@tidemark/core";
import { SerialQueue } from "@tidemark/core/concurrency";
import { proofOf } from "./page-proof.ts";
import { equals } from "./session-key.ts";

/** Sessions of browser mode that survive a restart of the host. */
export interface KeptSessions {
  /**
   * Creates a session for a user of this machine (null if the system can't identify users) and returns its
   * cookie value, 256 random bits. Rejects if the session can't be saved. `page` is the secret of its page.
   */
  begin(user: number | null, page: string | null): Promise<string>;
  /**
   * Returns true if a cookie value belongs to an unexpired session of this user. If the system can't identify
   * users, a session of an earlier process counts only after it was resumed.
   */
  isSession(candidate: string, user: number | null): boolean;
  /**
   * Resumes a session of an earlier process for a page that proves, by `proof` of `asked`, that it has its
   * secret. Returns a new cookie value and invalidates the old one; null if the proof is wrong.
   */
  resume(candidate: string, asked: string, proof: string): Promise<string | null>;
  /** Stops extending the sessions; no writes happen after it resolves. */
  close(): Promise<void>;
}

/** Lifetime of a session after the folder was last served, accurate to an hour. */
const keptMs = 24 * 60 * 60_000;
const freshenMs = 60 * 60_000;
/** Every opened address creates a session; the oldest ones are dropped. */
const maxSessions = 32;

const fileSchema = z.object({
  /** SHA-256 of the cookie values, in base64url. The values are random, so hashes don't reveal them. */
  sessions: z
    .array(
      z.object({
        hash: z.string(),
        untilMs: z.number(),
        /** Absent in files written before sessions were bound to users. */
        user: z.int().nullable().default(null),
        /**
         * Secret of the page, never sent over the network. Absent for windows and in files of older versions.
         */
        page: z.string().nullable().default(null),
      }),
    )
    .max(maxSessions),
});

/**
 * Opens the sessions of a data folder. They are stored in a file that only its owner can read, so an open
 * page keeps working after its host was killed and restarted (ADR 0038). The file holds hashes, so reading it
 * gives no cookie. An unreadable file counts as empty.
 */
export async function openSessions(
  file: string,
  nowMs: () => number = Date.now,
): Promise<KeptSessions> {
  const known = (await readSessions(file)).filter((session) => session.untilMs > nowMs());
  let begun = known.map(({ hash, user, page }) => ({ hash, user, page, isEarlier: true }));
  const writes = new SerialQueue();
  if (begun.length > 0) await write();
  // Extends sessions while the folder is served, so pages have a day to reconnect afterwards.
  const freshening = setInterval(() => {
    if (begun.length > 0) void write().catch(() => {});
  }, freshenMs).unref();

  function write(): Promise<void> {
    const untilMs = nowMs() + keptMs;
    const text = JSON.stringify({
      sessions: begun.map(({ hash, user, page }) => ({ hash, untilMs, user, page })),
    });
    return writes.run(() => replaceFile(file, text));
  }

  async function begin(user: number | null, page: string | null): Promise<string> {
    const session = randomBytes(32).toString("base64url");
    begun = [...begun, { hash: hashOf(session), user, page, isEarlier: false }].slice(-maxSessions);
    await write();
    return session;
  }

  return {
    begin,
    async resume(candidate, asked, proof) {
      const hash = hashOf(candidate);
      const earlier = begun.find((session) => session.hash === hash && session.isEarlier);
      if (earlier === undefined || earlier.page === null) return null;
      if (!equals(proof, proofOf(earlier.page, asked))) return null;
      begun = begun.filter((session) => session !== earlier);
      return begin(earlier.user, earlier.page);
    },
    isSession(candidate, user) {
      // Compares hashes of random values, so timing reveals nothing about a value.
      const hash = hashOf(candidate);
      return begun.some(
        (session) =>
          session.hash === hash && session.user === user && !(user === null && session.isEarlier),
      );
    },
    async close() {
      clearInterval(freshening);
      await writes.idle();
    },
  };
}

async function readSessions(file: string): Promise<z.infer<typeof fileSchema>["sessions"]> {
  try {
    return parseJson(fileSchema, await readFile(file, "utf8")).sessions;
  } catch {
    return [];
  }
}

/** Replaces a file atomically. Other users can never read it, regardless of its old mode and the umask. */
async function replaceFile(file: string, text: string): Promise<void> {
  const temp = `${file}.new`;
  // Created anew, since writing to an existing file keeps its mode.
  await rm(temp, { force: true });
  await writeFile(temp, text, { mode: 0o600, flag: "wx" });
  await rename(temp, file);
}

function hashOf(session: string): string {
  return createHash("sha256").update(session).digest("base64url");
}

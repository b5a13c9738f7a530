import { createHash, randomBytes } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { z } from "zod";
import { parseJson } from "@tidemark/core";
import { SerialQueue } from "@tidemark/core/concurrency";
import { proofOf } from "./page-proof.ts";
import { equals } from "./session-key.ts";

/** The sessions of browser mode that a page may come back with. */
export interface KeptSessions {
  /**
   * Begins a session of a user of this machine, null where the system names none, and returns the value of
   * its cookie, 256 random bits. Rejects when it cannot be kept. `page` is the secret of its page.
   */
  begin(user: number | null, page: string | null): Promise<string>;
  /**
   * Returns whether a cookie's value is that of a session of this user's that has not ended. Where the
   * system names no users, one of an earlier process counts once it was resumed.
   */
  isSession(candidate: string, user: number | null): boolean;
  /**
   * Goes on with a session of an earlier process, of a page that shows by `proof` of `asked` that it has
   * its secret. Returns the value of another cookie, and the one before is worth nothing; null: no.
   */
  resume(candidate: string, asked: string, proof: string): Promise<string | null>;
  /** Stops keeping the file fresh; nothing is written any more when it resolves. */
  close(): Promise<void>;
}

/** A session ends so long after this folder was last served, to the hour. */
const keptMs = 24 * 60 * 60_000;
const freshenMs = 60 * 60_000;
/** Each opened address is one; older ones end. */
const maxSessions = 32;

const fileSchema = z.object({
  /** SHA-256 of the cookies' values, in base64url; they are random, so that says nothing of them. */
  sessions: z
    .array(
      z.object({
        hash: z.string(),
        untilMs: z.number(),
        /** Absent in files of versions that let every user send a cookie. */
        user: z.int().nullable().default(null),
        /** Never sent by the page that has it too. Absent for windows, and in files of older versions. */
        page: z.string().nullable().default(null),
      }),
    )
    .max(maxSessions),
});

/**
 * The sessions of a data folder, kept in a file that only its owner reads, so that an open page goes on
 * after its host was killed and started again (ADR 0038). The file holds hashes: who has read it has no
 * cookie. A file that cannot be read counts as none.
 */
export async function openSessions(
  file: string,
  nowMs: () => number = Date.now,
): Promise<KeptSessions> {
  const known = (await readSessions(file)).filter((session) => session.untilMs > nowMs());
  let begun = known.map(({ hash, user, page }) => ({ hash, user, page, isEarlier: true }));
  const writes = new SerialQueue();
  if (begun.length > 0) await write();
  // While the folder is served no session ends, and whoever has one then has a day to come back.
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
      // Hashes of random values: how long a comparison takes says nothing of a value.
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

/** Whole or not at all, and never readable by others, whatever stood there or the umask says. */
async function replaceFile(file: string, text: string): Promise<void> {
  const temp = `${file}.new`;
  // A new file: one that is there keeps the mode that it has.
  await rm(temp, { force: true });
  await writeFile(temp, text, { mode: 0o600, flag: "wx" });
  await rename(temp, file);
}

function hashOf(session: string): string {
  return createHash("sha256").update(session).digest("base64url");
}

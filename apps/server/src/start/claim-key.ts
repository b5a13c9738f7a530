import { ok, type Result, type ServerDatabase } from "@tidemark/core";
import { sealedTexts } from "@tidemark/core/instance";
import { createSecretBox } from "../auth/secret-box.ts";
import { keyFingerprint, NoSecretKey, openSecretKey, readSecretKey } from "../auth/secret-key.ts";
import { keyFingerprintKey } from "./instance-meta.ts";
import { type StartError, startRefused } from "./start-error.ts";

export interface ClaimKeyOptions {
  readonly file: string;
  /**
   * True if the key must be the one that the database started with, even if nothing is encrypted yet. Set if
   * processes share the database, or the key's file was specified.
   */
  readonly mustMatch: boolean;
  /** True to accept the existing key, or a new one, even if it can't decrypt existing values. */
  readonly isReplaced: boolean;
  readonly onChange?: (message: string) => void;
}

/**
 * Returns the key that encrypts secrets. Creates one if nothing is encrypted yet, and refuses to otherwise: a
 * moved or restored folder may lack its key. Processes that start together get the same key, or are refused.
 */
export async function claimKey(
  database: ServerDatabase,
  { file, mustMatch, isReplaced, onChange }: ClaimKeyOptions,
): Promise<Result<Uint8Array, StartError>> {
  try {
    const known = await database.read(({ meta }) => meta.get(keyFingerprintKey));
    const found = await readSecretKey(file);
    if (found !== null && known === keyFingerprint(found)) return ok(found);
    // Versions up to 0.2 stored no fingerprint, so the existing key is trusted.
    const isTrusted = known === null && found !== null;
    const { total, closed } = isTrusted ? nothingSealed : await sealedFor(database, found);
    const isOwn = found !== null && total > 0 && closed === 0;
    if (!isReplaced && known !== null && mustMatch && !isOwn) {
      return startRefused(
        found === null
          ? `there is no ${file}: name the file of this instance's key by ${named}`
          : otherKey(file),
      );
    }
    if (!isReplaced && closed > 0) return startRefused(lacksKey(file, found, { total, closed }));
    const key = found ?? (await openSecretKey(file));
    const own = keyFingerprint(key);
    const stands = await database.write(async ({ meta }) => {
      const begunWith = await meta.get(keyFingerprintKey);
      // Another process that started at the same time was first.
      if (begunWith !== known && begunWith !== null) return begunWith;
      await meta.set(keyFingerprintKey, own);
      return own;
    });
    if (stands !== own) return startRefused(otherKey(file));
    if (closed > 0) {
      onChange?.(`${file} is another key than before: ${closed} encrypted values can't be read`);
    }
    return ok(key);
  } catch (error) {
    if (error instanceof NoSecretKey) return startRefused(error.message);
    if (!(error instanceof Error && "syscall" in error)) throw error;
    return startRefused(`the secret key cannot be read: ${error.message}`);
  }
}

interface Sealed {
  readonly total: number;
  /** Number of values that the key can't decrypt. */
  readonly closed: number;
}

const nothingSealed: Sealed = { total: 0, closed: 0 };

async function sealedFor(database: ServerDatabase, key: Uint8Array | null): Promise<Sealed> {
  const texts = await database.read(sealedTexts);
  const box = key === null ? null : createSecretBox(key);
  const closed = texts.filter((text) => (box?.open(text) ?? null) === null);
  return { total: texts.length, closed: closed.length };
}

const named = "--secret-key-file";

function otherKey(file: string): string {
  const reason = "contains a key other than this instance's";
  return `${file} ${reason}: name that one's file by ${named}`;
}

function lacksKey(file: string, key: Uint8Array | null, { total, closed }: Sealed): string {
  const reason =
    key === null
      ? `there is no ${file}, and the database has ${total} values that are encrypted with it`
      : `${file} opens ${total - closed} of the database's ${total} sealed values`;
  return `${reason} (share links, webhook secrets); restore the instance's own key, or discard those values with --new-secret-key`;
}

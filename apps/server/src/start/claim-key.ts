import { ok, type Result, type ServerDatabase } from "@tidemark/core";
import { keyFingerprint, NoSecretKey, openSecretKey, readSecretKey } from "../auth/secret-key.ts";
import { keyFingerprintKey } from "./instance-meta.ts";
import { type StartError, startRefused } from "./start-error.ts";

export interface ClaimKeyOptions {
  readonly file: string;
  /**
   * Whether another key than the one that the database was begun with is refused: where processes share
   * it, or the key was named. Otherwise it takes that one's place, as after a folder was restored without
   * its key, and `onChange` is told.
   */
  readonly mustMatch: boolean;
  readonly onChange?: (message: string) => void;
}

/**
 * The key that seals what must be readable again, made when the database has none yet. Of processes that
 * begin together each gets the same one, or is refused.
 */
export async function claimKey(
  database: ServerDatabase,
  { file, mustMatch, onChange }: ClaimKeyOptions,
): Promise<Result<Uint8Array, StartError>> {
  const known = await database.read(({ meta }) => meta.get(keyFingerprintKey));
  let key;
  try {
    key = known !== null && mustMatch ? await readSecretKey(file) : await openSecretKey(file);
  } catch (error) {
    if (error instanceof NoSecretKey) return startRefused(error.message);
    if (!(error instanceof Error && "syscall" in error)) throw error;
    return startRefused(`the secret key cannot be read: ${error.message}`);
  }
  if (key === null) {
    return startRefused(`there is no ${file}: name the file of this instance's key by ${named}`);
  }
  const own = keyFingerprint(key);
  if (known === own) return ok(key);
  const stands = await database.write(async ({ meta }) => {
    const begunWith = await meta.get(keyFingerprintKey);
    if (begunWith === null || !mustMatch) await meta.set(keyFingerprintKey, own);
    return begunWith ?? own;
  });
  if (stands === own) return ok(key);
  if (mustMatch) {
    const reason = "holds another key than the one that this instance was begun with";
    return startRefused(`${file} ${reason}: name that one's file by ${named}`);
  }
  onChange?.(`${file} is another key than before: what was sealed with that one stays closed`);
  return ok(key);
}

const named = "--secret-key-file";

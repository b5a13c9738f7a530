import { createHmac, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { writeOnce } from "@tidemark/db/node";

const keyLength = 32;

/**
 * The key that seals what must be readable again, such as share links: 32 bytes in Base64 in a file
 * beside the database and not in it, so that a copy of the database opens nothing. null when there is no
 * such file. Throws when it holds something else.
 */
export async function readSecretKey(file: string): Promise<Uint8Array | null> {
  let text;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
  const key = Buffer.from(text, "base64");
  if (key.length !== keyLength) throw new NoSecretKey(file);
  return key;
}

/** The same, making one when there is none: one for all processes that do so at once. */
export async function openSecretKey(file: string): Promise<Uint8Array> {
  const known = await readSecretKey(file);
  if (known !== null) return known;
  await writeOnce(file, randomBytes(keyLength).toString("base64"));
  const made = await readSecretKey(file);
  if (made === null) throw new NoSecretKey(file);
  return made;
}

/** What a key is known by where it must not be: nothing of the key follows from it. */
export function keyFingerprint(key: Uint8Array): string {
  return createHmac("sha256", key).update("tidemark: fingerprint of this key").digest("hex");
}

/** A file that is not of one of our keys. */
export class NoSecretKey extends Error {
  override readonly name = "NoSecretKey";
  constructor(file: string) {
    super(`${file} is not a key file of this server`);
  }
}

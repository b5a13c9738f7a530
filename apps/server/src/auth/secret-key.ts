import { createHmac, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { writeOnce } from "@tidemark/db/node";

const keyLength = 32;

/**
 * Reads the key that encrypts secrets such as share links: 32 bytes in Base64. Its file is next to the
 * database, so a copy of the database alone reveals nothing. Returns null if the file doesn't exist. Throws
 * if it contains anything else.
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

/**
 * Reads the key, or creates one if there is none. Processes that create it at the same time get the same key.
 */
export async function openSecretKey(file: string): Promise<Uint8Array> {
  const known = await readSecretKey(file);
  if (known !== null) return known;
  await writeOnce(file, randomBytes(keyLength).toString("base64"));
  const made = await readSecretKey(file);
  if (made === null) throw new NoSecretKey(file);
  return made;
}

/** Returns a fingerprint that identifies a key but reveals nothing about it. */
export function keyFingerprint(key: Uint8Array): string {
  return createHmac("sha256", key).update("tidemark: fingerprint of this key").digest("hex");
}

/** Thrown if a file doesn't contain a key. */
export class NoSecretKey extends Error {
  override readonly name = "NoSecretKey";
  constructor(file: string) {
    super(`${file} is not a key file of this server`);
  }
}
